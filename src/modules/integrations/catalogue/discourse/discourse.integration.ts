import { type EventIntegration, hmac } from '#modules/integrations/toolkit';
import { communityEvents } from './community.js';
import { postEvents, topicEvents } from './topics.js';

export const integration: EventIntegration = {
  name: 'discourse',
  displayName: 'Discourse',
  category: 'communication',
  summary: 'Sends topics, posts, users and reviews of a forum.',
  setup: [
    'In the administration of the forum, open **Advanced**, **Webhooks** (in earlier versions **API**, **Webhooks**), and add a webhook.',
    'Paste the URL as **Payload URL**, and choose **application/json** as **Content Type**.',
    'To have signatures checked, enter a **Secret**, and add it to the URL as webhook_secret.',
    'Choose the events, turn the webhook on, and save it.',
  ],
  signature: hmac({
    header: 'X-Discourse-Event-Signature',
    algorithm: 'sha256',
    prefix: 'sha256=',
  }),
  // Pings have only a type.
  event: (_payload, request) =>
    request.header('X-Discourse-Event') ?? request.requireHeader('X-Discourse-Event-Type'),
  events: { ...topicEvents, ...postEvents, ...communityEvents },
  ignored: ['ping', 'notification_created'],
};
