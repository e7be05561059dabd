import {
  codeBlock,
  details,
  type EventIntegration,
  lines,
  link,
  type Markdown,
  md,
  type NotificationBuilder,
  type Payload,
  quote,
  sharedSecret,
  time,
  words,
} from '#modules/integrations/toolkit';

type Describe = (fault: Markdown, payload: Payload) => Markdown;

function fault(describe: Describe): NotificationBuilder {
  return (payload) => {
    const about = payload.object('fault');
    const name = about.text('klass');
    const page = about.optionalText('url') ?? payload.optionalText('notice.url');
    return {
      topic: topicOf(payload),
      content: describe(link(name, page), payload),
    };
  };
}

/** The name of the project, which the earlier payloads contain only in the message, in brackets. */
function topicOf(payload: Payload): string {
  const name = payload.optionalText('project.name');
  const [, inMessage] = /^\[([^\]/]+)/.exec(payload.optionalText('message') ?? '') ?? [];
  return name ?? inMessage ?? 'Honeybadger';
}

function actorOf(payload: Payload): string {
  return payload.optionalText('actor.name') ?? payload.optionalText('actor.email') ?? 'Honeybadger';
}

function factsOf(payload: Payload): Markdown {
  const message = payload.optionalText('fault.message');
  const component = payload.optionalText('fault.component');
  const action = payload.optionalText('fault.action');
  return lines(
    message !== undefined && codeBlock(message),
    details({
      Environment: payload.optionalText('fault.environment'),
      Component: [component, action].filter((part) => part !== undefined).join('#'),
      Occurrences: payload.optionalLabel('fault.notices_count'),
      Last: time(payload.optionalText('fault.last_notice_at')),
    }),
  );
}

const commented: Describe = (about, payload) =>
  lines(
    md`${actorOf(payload)} commented on ${about}.`,
    quote(payload.optionalText('comment.body') ?? payload.optionalText('comment')),
  );

const assigned: Describe = (about, payload) => {
  const assignee = payload.optionalText('assignee.name') ?? payload.optionalText('assignee.email');
  return assignee === undefined
    ? md`${actorOf(payload)} removed the assignee of ${about}.`
    : md`${actorOf(payload)} assigned ${about} to ${assignee}.`;
};

const deployed: NotificationBuilder = (payload) => {
  const deploy = payload.object('deploy');
  const actor = deploy.optionalText('local_username') ?? 'Honeybadger';
  const revision = deploy.optionalText('revision');
  return {
    topic: topicOf(payload),
    content: lines(
      md`${actor} deployed to ${deploy.optionalText('environment') ?? 'production'}.`,
      details({ Revision: revision, Repository: deploy.optionalText('repository') }),
    ),
  };
};

function site(describe: (about: Markdown, payload: Payload) => Markdown): NotificationBuilder {
  return (payload) => {
    const about = payload.object('site');
    const url = about.optionalText('url');
    return {
      topic: topicOf(payload),
      content: describe(link(about.optionalText('name') ?? about.text('url'), url), payload),
    };
  };
}

function checkIn(describe: (name: string) => Markdown): NotificationBuilder {
  return (payload) => ({
    topic: topicOf(payload),
    content: lines(
      describe(payload.text('check_in.name')),
      details({
        Schedule: payload.optionalText('check_in.report_period'),
        Last: time(payload.optionalText('check_in.reported_at')),
        Expected: time(payload.optionalText('check_in.expected_at')),
      }),
    ),
  });
}

/** The message of Honeybadger. */
const summary: NotificationBuilder = (payload) => ({
  topic: topicOf(payload),
  content: md`${payload.optionalText('message') ?? words(payload.text('event'))}`,
});

export const integration: EventIntegration = {
  name: 'honeybadger',
  displayName: 'Honeybadger',
  category: 'monitoring',
  summary: 'Sends errors, deploys, and failures of sites and check-ins.',
  setup: [
    'In the settings of the project on Honeybadger, open **Alerts & Integrations**, and choose **WebHook**.',
    'Paste the URL, choose the events, and choose **Save changes**.',
    'To verify the sender, add the token that Honeybadger sends in the header Honeybadger-Token to the URL as webhook_secret.',
  ],
  signature: sharedSecret({ header: 'Honeybadger-Token' }),
  event: (payload) => payload.text('event'),
  events: {
    occurred: fault((about, payload) => lines(md`${about} occurred.`, factsOf(payload))),
    rate_exceeded: fault((about, payload) =>
      lines(md`${about} occurs more often than its limit.`, factsOf(payload)),
    ),
    resolved: fault((about, payload) => md`${actorOf(payload)} resolved ${about}.`),
    unresolved: fault((about, payload) => md`${actorOf(payload)} reopened ${about}.`),
    assigned: fault(assigned),
    commented: fault(commented),
    deployed,
    down: site((about, payload) =>
      lines(
        md`${about} is down.`,
        details({
          Reason: payload.optionalText('outage.reason'),
          Status: payload.optionalLabel('outage.status'),
          Since: time(payload.optionalText('outage.down_at')),
        }),
      ),
    ),
    up: site((about, payload) =>
      lines(
        md`${about} is up again.`,
        details({ Since: time(payload.optionalText('outage.up_at')) }),
      ),
    ),
    cert_will_expire: site((about) => md`The certificate of ${about} expires soon.`),
    check_in_missing: checkIn((name) => md`The check-in ${name} is missing.`),
    check_in_reporting: checkIn((name) => md`The check-in ${name} reports again.`),
    volume_spike: summary,
    alarm_alert: summary,
    alarm_ok: summary,
  },
};
