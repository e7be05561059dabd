// Alerts in the format of Librato, also as JSON in the form field `payload`, and snapshots of charts in the
// format of Slack attachments.
import {
  bullets,
  code,
  details,
  duration,
  type EventIntegration,
  lines,
  link,
  type Markdown,
  md,
  type NotificationBuilder,
  optionalLink,
  type Payload,
  quote,
  time,
  words,
  urlPart,
} from '#modules/integrations/toolkit';

const ALERT_PAGE = 'https://metrics.librato.com/alerts/';

const alert: NotificationBuilder = (payload) => {
  const name = payload.text('alert.name');
  const about = link(name, alertPage(payload));
  const isCleared = payload.has('clear');
  return {
    topic: name,
    content: lines(
      isCleared
        ? md`The alert ${about} was cleared.`
        : md`The alert ${about} was triggered${payload.flag('triggered_by_user_test') ? md` by a test` : undefined}.`,
      details({
        Time: time(payload.optionalNumber('trigger_time')),
        Clearing: isCleared ? words(payload.label('clear')) : undefined,
        Runbook: optionalLink('Open', payload.optionalText('alert.runbook_url')),
      }),
      violations(payload),
      quote(payload.optionalText('alert.description')),
    ),
  };
};

function alertPage(payload: Payload): string | undefined {
  const id = payload.optionalLabel('alert.id');
  return id === undefined ? undefined : `${ALERT_PAGE}${urlPart(id)}`;
}

function violations(payload: Payload): Markdown {
  const conditions = new Map(
    payload.optionalList('conditions').map((condition) => [condition.label('id'), condition]),
  );
  return bullets(
    payload
      .members('violations')
      .flatMap(([source, found]) =>
        found.list([]).map((violation) => violationItem(source, violation, conditions)),
      ),
  );
}

function violationItem(
  source: string,
  violation: Payload,
  conditions: ReadonlyMap<string, Payload>,
): Markdown {
  const condition = conditions.get(violation.optionalLabel('condition_violated') ?? '');
  const value = violation.optionalLabel('value');
  return md`${source}: ${code(violation.text('metric'))} was ${value}${condition && md` (${conditionText(condition)})`}`;
}

function conditionText(condition: Payload): string {
  const threshold = condition.optionalLabel('threshold');
  const period = duration(condition.optionalNumber('duration'));
  const type = condition.text('type');
  return [
    words(condition.optionalText('summary_function') ?? ''),
    words(type),
    threshold,
    period === undefined ? undefined : `for ${period}`,
  ]
    .filter((part) => part !== undefined && part !== '')
    .join(' ');
}

const snapshot: NotificationBuilder = (payload) => {
  const attachments = payload.list('attachments');
  if (attachments.length === 0) return undefined;
  return { topic: 'snapshots', content: lines(...attachments.map(snapshotLine)) };
};

function snapshotLine(attachment: Payload): Markdown {
  const actor = attachment.optionalText('author_name') ?? 'Librato';
  const page = attachment.optionalText('title_link');
  return lines(
    md`${actor} sent a ${link('snapshot', attachment.text('image_url'))} of ${link(attachment.text('title'), page)}.`,
    quote(attachment.optionalText('text')),
  );
}

export const integration: EventIntegration = {
  name: 'librato',
  displayName: 'Librato',
  category: 'monitoring',
  summary: 'Sends alerts that are triggered and cleared, and snapshots of charts.',
  setup: [
    'In Librato, open **Integrations**, **Notification services**, and choose **Webhook**.',
    'Paste the URL, and choose **Add**.',
    'In each alert, choose the service under **Notification services**.',
    'For snapshots, add the URL as a service of type **Slack**.',
  ],
  event: (payload) => (payload.has('attachments') ? 'snapshot' : 'alert'),
  events: { alert, snapshot },
};
