import { type EventIntegration, hmac, type Payload } from '#modules/integrations/toolkit';
import { EVENTS } from './v3.js';
import { incidentsOfMessages, VERSION_3_NAMES } from './v2.js';

export const integration: EventIntegration = {
  name: 'pagerduty',
  displayName: 'PagerDuty',
  category: 'monitoring',
  summary: 'Sends incidents, the actions on them, and changes of services.',
  setup: [
    'In PagerDuty, open **Integrations**, **Generic Webhooks (v3)**, and choose **New Webhook**.',
    'Paste the URL as **Webhook URL**, choose a scope and the events, and choose **Add Webhook**.',
    'To verify signatures, add the secret, which PagerDuty shows once, to the URL as webhook_secret.',
  ],
  signature: hmac({ header: 'X-PagerDuty-Signature', algorithm: 'sha256', prefix: 'v1=' }),
  event: (payload) =>
    payload.has('messages') ? eventOfMessages(payload) : payload.text('event.event_type'),
  events: Object.fromEntries(
    Object.entries(EVENTS).map(([name, build]) => [
      name,
      (payload, request) =>
        payload.has('messages') ? incidentsOfMessages(payload, request) : build(payload, request),
    ]),
  ),
};

/** The name that version 3 has for the event of the first message. */
function eventOfMessages(payload: Payload): string {
  const name = payload.text('messages.0.event');
  return VERSION_3_NAMES.get(name) ?? name;
}
