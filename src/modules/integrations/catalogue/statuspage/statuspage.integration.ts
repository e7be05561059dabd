import {
  bullets,
  details,
  type EventIntegration,
  lines,
  link,
  md,
  type NotificationBuilder,
  quote,
  time,
  words,
} from '#modules/integrations/toolkit';

const incident: NotificationBuilder = (payload) => {
  const name = payload.text('incident.name');
  const [update] = payload.optionalList('incident.incident_updates');
  const status = payload.text('incident.status');
  return {
    topic: `${name}: ${payload.text('page.status_description')}`,
    content: lines(
      md`The status of the incident ${link(name, payload.optionalText('incident.shortlink'))} is: ${words(status)}.`,
      details({
        Impact: payload.optionalText('incident.impact'),
        'Scheduled for': time(payload.optionalText('incident.scheduled_for')),
        'Scheduled until': time(payload.optionalText('incident.scheduled_until')),
      }),
      bullets(
        (update?.optionalList('affected_components') ?? []).map(
          (component) =>
            md`${component.text('name')}: ${words(component.optionalText('new_status') ?? 'affected')}`,
        ),
      ),
      quote(update?.optionalText('body')),
    ),
  };
};

const component: NotificationBuilder = (payload) => {
  const name = payload.text('component.name');
  const before = payload.optionalText('component_update.old_status');
  const now =
    payload.optionalText('component_update.new_status') ?? payload.text('component.status');
  return {
    topic: `${name}: ${payload.text('page.status_description')}`,
    content:
      before === undefined
        ? md`The status of ${name} is: ${words(now)}.`
        : md`${name} changed from ${words(before)} to ${words(now)}.`,
  };
};

export const integration: EventIntegration = {
  name: 'statuspage',
  displayName: 'Statuspage',
  category: 'monitoring',
  summary: 'Sends incidents, maintenance, and the status of components.',
  setup: [
    'Open the status page, choose **Subscribe to updates**, and the tab for webhooks.',
    'Paste the URL of the webhook, enter an email address, and choose **Subscribe to webhook**.',
  ],
  event: (payload) => (payload.has('incident') ? 'incident' : 'component'),
  events: { incident, component },
};
