// A request contains a list of events.
import {
  counted,
  details,
  duration,
  type EventIntegration,
  type Insert,
  lines,
  link,
  type Markdown,
  md,
  type Notification,
  type NotificationBuilder,
  Payload,
  quote,
  time,
} from '#modules/integrations/toolkit';

const PERCENT = 100;

type Describe = (event: Payload, check: Markdown) => Markdown;

const DESCRIPTIONS: Readonly<Record<string, Describe>> = {
  'check.down': (event, check) =>
    lines(
      md`${check} is down since ${time(event.optionalText('downtime.started_at'))}.`,
      errorOf(event),
    ),
  'check.still_down': (event, check) =>
    lines(
      md`${check} is still down, since ${time(event.optionalText('downtime.started_at'))}.`,
      errorOf(event),
    ),
  'check.up': (event, check) => {
    const downtime = duration(event.optionalNumber('downtime.duration'));
    return lines(
      downtime === undefined
        ? md`${check} is up again.`
        : md`${check} is up again, after ${downtime}.`,
      errorOf(event),
    );
  },
  'check.ssl_invalid': (event, check) =>
    lines(md`The certificate of ${check} is invalid.`, quote(event.optionalText('ssl.error'))),
  'check.ssl_valid': (event, check) =>
    lines(md`The certificate of ${check} is valid again.`, certificateOf(event)),
  'check.ssl_expiration': (event, check) => {
    const days = event.optionalNumber('ssl.days_before_expiration');
    return lines(
      md`The certificate of ${check} expires ${days === undefined ? 'soon' : `in ${counted(days, 'day')}`}.`,
      certificateOf(event),
    );
  },
  'check.ssl_renewed': (event, check) =>
    lines(
      md`The certificate of ${check} was renewed.`,
      details({
        Subject: event.optionalText('ssl.new_cert.subject'),
        Issuer: event.optionalText('ssl.new_cert.issuer'),
        Expires: time(event.optionalText('ssl.new_cert.expires_at')),
      }),
    ),
  'check.performance_drop': (event, check) =>
    lines(
      md`The Apdex of ${check} dropped by ${event.optionalLabel('apdex_dropped')}.`,
      details({ 'Last values': apdexes(event) }),
    ),
};

function errorOf(event: Payload): Markdown {
  return details({ Error: event.optionalText('downtime.error') });
}

function certificateOf(event: Payload): Markdown {
  return details({
    Subject: event.optionalText('ssl.cert.subject'),
    Issuer: event.optionalText('ssl.cert.issuer'),
    Expires: time(event.optionalText('ssl.cert.expires_at')),
  });
}

function apdexes(event: Payload): Insert {
  const values = event
    .members('last_metrics')
    .map(([, metrics]) => metrics.optionalNumber('apdex'));
  return values
    .filter((value) => value !== undefined)
    .map((value) => Math.round(value * PERCENT) / PERCENT)
    .join(', ');
}

function notificationOf(event: Payload): Notification | undefined {
  const name = event.text('event');
  const url = event.text('check.url');
  const check = link(event.optionalText('check.alias') ?? url, url);
  if (!Object.hasOwn(DESCRIPTIONS, name)) return undefined;
  return { topic: url, content: DESCRIPTIONS[name]!(event, check) };
}

const notifications: NotificationBuilder = (payload) =>
  payload
    .list([])
    .map((event) => notificationOf(event))
    .filter((notification) => notification !== undefined);

export const integration: EventIntegration = {
  name: 'updown',
  displayName: 'updown.io',
  category: 'monitoring',
  summary: 'Sends checks that fail or recover, and certificates that expire.',
  setup: [
    'In updown.io, open **Settings**, and find **Webhooks** among the recipients of alerts.',
    'Paste the URL, and save it.',
    'In each check, choose the webhook as a recipient.',
  ],
  event: (payload) => payload.text('0.event'),
  events: Object.fromEntries(Object.keys(DESCRIPTIONS).map((name) => [name, notifications])),
};
