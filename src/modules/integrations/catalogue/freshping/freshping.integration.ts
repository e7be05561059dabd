import {
  details,
  type EventIntegration,
  lines,
  link,
  type Markdown,
  md,
  type NotificationBuilder,
  type Payload,
  time,
} from '#modules/integrations/toolkit';

/** The names of states in the payload. */
const EVENTS: ReadonlyMap<string, string> = new Map([
  ['Available', 'available'],
  ['Reporting Error', 'reporting_error'],
  ['Not Responding', 'not_responding'],
  ['Performance Degraded', 'performance_degraded'],
]);

const TEST = 'Webhook test';

function check(describe: (site: Markdown, data: Payload) => Markdown): NotificationBuilder {
  return (payload) => {
    const data = payload.object('webhook_event_data');
    const url = data.text('request_url');
    const isTest = data.optionalText('application_name') === TEST;
    return {
      topic: isTest ? 'Freshping' : (data.optionalText('check_name') ?? url),
      content: lines(
        describe(link(url, url), data),
        details({
          Summary: data.optionalText('response_summary'),
          Time: time(data.optionalText('request_start_time')),
        }),
      ),
    };
  };
}

function statusOf(data: Payload): Markdown | undefined {
  const status = data.optionalLabel('http_status_code');
  return status === undefined ? undefined : md` (HTTP status ${status})`;
}

export const integration: EventIntegration = {
  name: 'freshping',
  displayName: 'Freshping',
  category: 'monitoring',
  summary: 'Sends checks that fail or recover.',
  setup: [
    'In Freshping, open **Settings**, **Integrations**, and choose **Create Integration** beside **Webhook**.',
    'Choose the events, paste the URL as **Callback URL**, and choose **Save**.',
  ],
  event: (payload) => {
    const state = payload.text('webhook_event_data.check_state_name');
    return EVENTS.get(state) ?? state;
  },
  events: {
    available: check((site) => md`${site} is available again.`),
    reporting_error: check((site, data) => md`${site} is unreachable${statusOf(data)}.`),
    not_responding: check((site) => md`${site} does not respond.`),
    performance_degraded: check((site) => md`${site} responds slowly.`),
  },
};
