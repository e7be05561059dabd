import {
  details,
  type EventIntegration,
  lines,
  type Markdown,
  md,
  type NotificationBuilder,
  type Payload,
  quote,
  time,
} from '#modules/integrations/toolkit';

const MAX_SERVICES = 5;

function announced(kind: string, verb: string): NotificationBuilder {
  return (payload) => {
    const title = payload.text('title');
    return {
      topic: title,
      content: lines(
        md`The ${kind} ${title} was ${verb}.`,
        details({
          Services: servicesOf(payload),
          Start: timeOf(payload, 'scheduled_start_time') ?? timeOf(payload, 'start_time'),
          End: timeOf(payload, 'scheduled_end_time') ?? timeOf(payload, 'end_time'),
          Source: payload.optionalText('source'),
        }),
        quote(payload.optionalText('description')),
      ),
    };
  };
}

/** A note with which the status can change. */
function noted(kind: string): NotificationBuilder {
  return (payload) => {
    const title = payload.text('title');
    return {
      topic: title,
      content: lines(
        md`A note was added to the ${kind} ${title}.`,
        details({ Status: payload.optionalText('incident_status') }),
        quote(payload.optionalText('message')),
      ),
    };
  };
}

/** Names separated by commas, some of them in quotes. */
function servicesOf(payload: Payload): string {
  const names = (payload.optionalText('affected_services') ?? '')
    .split(',')
    .map((name) => name.trim().replaceAll(/^'|'$/g, ''))
    .filter((name) => name !== '');
  const omitted = names.length - MAX_SERVICES;
  const shown = names.slice(0, MAX_SERVICES).join(', ');
  return omitted > 0 ? `${shown} and ${omitted} more` : shown;
}

/** "None" stands for no time. */
function timeOf(payload: Payload, path: string): Markdown | undefined {
  const value = payload.optionalText(path);
  return value === undefined || value === 'None' ? undefined : time(value);
}

export const integration: EventIntegration = {
  name: 'freshstatus',
  displayName: 'Freshstatus',
  category: 'monitoring',
  summary: 'Sends incidents, maintenance, and notes on them.',
  setup: [
    'In Freshstatus, open **Settings**, **Integrations**, **Webhook**, and choose **New Webhook**.',
    'Paste the URL as **Callback URL**, choose the method **POST** and the events, and choose **Save**.',
    'Do not remove the fields event_data and title from the payload.',
  ],
  event: (payload) => payload.text('event_data.event_type'),
  events: {
    INCIDENT_OPEN: announced('incident', 'opened'),
    INCIDENT_REOPEN: announced('incident', 'reopened'),
    INCIDENT_RESOLVED: announced('incident', 'resolved'),
    INCIDENT_NOTE_CREATE: noted('incident'),
    MAINTENANCE_PLANNED: announced('maintenance', 'planned'),
    MAINTENANCE_NOTE_CREATE: noted('maintenance'),
  },
};
