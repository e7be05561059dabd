// Alerts of Prometheus arrive in groups. The alerts of a group are sent to one topic for each value of a label.
import {
  bullets,
  counted,
  details,
  lines,
  link,
  type Markdown,
  md,
  type Notification,
  optionalLink,
  type Payload,
  type PlainIntegration,
  time,
  type WebhookRequest,
} from '#modules/integrations/toolkit';

const DEFAULT_TOPIC_LABEL = 'instance';
const DEFAULT_NAME_LABEL = 'alertname';

export const integration: PlainIntegration = {
  name: 'alertmanager',
  displayName: 'Prometheus Alertmanager',
  category: 'monitoring',
  summary: 'Sends alerts of Prometheus when they fire and when they are resolved.',
  setup: [
    'In the configuration of Alertmanager, add a receiver whose **webhook_configs** contain the URL as **url**.',
    'Use the receiver in **route**.',
    'To receive resolved alerts, add **send_resolved: true** to the webhook.',
  ],
  options: [
    { key: 'name', label: 'Label whose value is the topic (default: instance)', type: 'text' },
    {
      key: 'desc',
      label: 'Label or annotation that names the alert (default: alertname)',
      type: 'text',
    },
  ],
  notification: (payload, request) => {
    const topics = new Map<string, Payload[]>();
    for (const alert of payload.list('alerts')) {
      const topic = topicOf(alert, request);
      const alerts = topics.get(topic);
      if (alerts) alerts.push(alert);
      else topics.set(topic, [alert]);
    }
    return [...topics].map(([topic, alerts]): Notification => ({
      topic,
      content: lines(
        section('firing', alerts, request),
        section('resolved', alerts, request),
        optionalLink('View in Alertmanager', payload.optionalText('externalURL')),
      ),
    }));
  },
};

function topicOf(alert: Payload, request: WebhookRequest): string {
  const label = request.query('name') ?? DEFAULT_TOPIC_LABEL;
  return labelOf(alert, label) ?? labelOf(alert, DEFAULT_NAME_LABEL) ?? 'Alerts';
}

function section(
  status: 'firing' | 'resolved',
  all: readonly Payload[],
  request: WebhookRequest,
): Markdown | undefined {
  const alerts = all.filter(
    (alert) => (alert.text('status') === 'firing') === (status === 'firing'),
  );
  const [first] = alerts;
  if (!first) return undefined;
  if (alerts.length === 1) {
    return lines(
      md`${nameOf(first, request)} is ${status}.`,
      details({
        Summary: summaryOf(first),
        Severity: labelOf(first, 'severity'),
        Started: time(first.optionalText('startsAt')),
        Ended: status === 'resolved' ? time(first.optionalText('endsAt')) : undefined,
      }),
    );
  }
  return lines(
    md`${counted(alerts.length, 'alert')} are ${status}:`,
    bullets(alerts.map((alert) => item(alert, request))),
  );
}

function item(alert: Payload, request: WebhookRequest): Markdown {
  const name = nameOf(alert, request);
  const summary = summaryOf(alert);
  return summary === undefined ? name : md`${name}: ${summary}`;
}

function nameOf(alert: Payload, request: WebhookRequest): Markdown {
  const label = request.query('desc') ?? DEFAULT_NAME_LABEL;
  const name = labelOf(alert, label) ?? labelOf(alert, DEFAULT_NAME_LABEL) ?? 'An alert';
  return link(name, alert.optionalText('generatorURL'));
}

function labelOf(alert: Payload, name: string): string | undefined {
  return alert.optionalLabel(['labels', name]) ?? alert.optionalLabel(['annotations', name]);
}

function summaryOf(alert: Payload): string | undefined {
  return (
    alert.optionalLabel('annotations.summary') ?? alert.optionalLabel('annotations.description')
  );
}
