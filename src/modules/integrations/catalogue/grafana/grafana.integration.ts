import {
  bold,
  code,
  details,
  type EventIntegration,
  hmac,
  lines,
  link,
  md,
  type Notification,
  type NotificationBuilder,
  type Payload,
  quote,
  time,
} from '#modules/integrations/toolkit';

/** States of the older alerts of dashboards. */
const OLD_STATES: Record<string, string> = {
  ok: 'is OK',
  pending: 'is pending',
  alerting: 'is alerting',
  paused: 'is paused',
  no_data: 'has no data',
};

const dashboardAlert: NotificationBuilder = (payload) => {
  const rule = link(payload.text('ruleName'), payload.optionalText('ruleUrl'));
  const image = payload.optionalText('imageUrl');
  return {
    topic: payload.text('title'),
    content: lines(
      md`${rule} ${OLD_STATES[payload.text('state')]}.`,
      quote(payload.optionalText('message')),
      details(
        Object.fromEntries(
          payload
            .optionalList('evalMatches')
            .map((match) => [match.text('metric'), match.optionalLabel('value')]),
        ),
      ),
      image !== undefined && link('Image', image),
    ),
  };
};

const alertGroup: NotificationBuilder = (payload) => payload.list('alerts').map(alertMessage);

function alertMessage(alert: Payload): Notification {
  const name = alert.optionalText('labels.alertname') ?? 'Alert';
  const isFiring = alert.text('status') === 'firing';
  const summary =
    alert.optionalText('annotations.summary') ?? alert.optionalText('annotations.description');
  const labels = alert.members('labels').filter(([label]) => label !== 'alertname');
  const pages = [
    ['Dashboard', 'dashboardURL'],
    ['Panel', 'panelURL'],
    ['Silence', 'silenceURL'],
    ['Image', 'imageURL'],
  ].flatMap(([label = '', path = '']) => {
    const url = alert.optionalText(path);
    return url === undefined ? [] : [link(label, url)];
  });
  return {
    topic: `[${name}]`,
    content: lines(
      md`${link(name, alert.optionalText('generatorURL'))} is ${bold(isFiring ? 'firing' : 'resolved')}.`,
      quote(summary),
      details({
        ...Object.fromEntries(labels.map(([label, value]) => [label, value.optionalLabel([])])),
        Values: code(alert.optionalText('valueString')),
        Started: startOf(alert),
      }),
      ...pages
        .slice(0, 1)
        .map((first) => pages.slice(1).reduce((all, page) => md`${all} | ${page}`, first)),
    ),
  };
}

function startOf(alert: Payload): ReturnType<typeof time> | undefined {
  const startsAt = alert.optionalText('startsAt');
  return startsAt === undefined ? undefined : time(startsAt);
}

export const integration: EventIntegration = {
  name: 'grafana',
  displayName: 'Grafana',
  category: 'monitoring',
  summary: 'Sends alerts of Grafana when they fire and when they are resolved.',
  setup: [
    'In Grafana, open **Alerting**, **Contact points**, and choose **Add contact point**.',
    'Choose **Webhook** as the integration, and paste the URL.',
    'To verify signatures, enter a **Secret** under **HMAC signature** and add it to the URL as webhook_secret.',
    'Test and save the contact point, and use it in a **Notification policy**.',
  ],
  signature: hmac({ header: 'X-Grafana-Alerting-Signature', algorithm: 'sha256' }),
  event: (payload) => (payload.has('alerts') ? payload.text('status') : payload.text('state')),
  events: {
    firing: alertGroup,
    resolved: alertGroup,
    ...Object.fromEntries(Object.keys(OLD_STATES).map((state) => [state, dashboardAlert])),
  },
};
