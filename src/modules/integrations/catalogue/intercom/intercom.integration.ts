// Intercom verifies the URL with a request HEAD.
import { type EventIntegration, hmac, md } from '#modules/integrations/toolkit';
import { contactEvents } from './contacts.js';
import { conversationEvents, ticketEvents } from './conversations.js';

export const integration: EventIntegration = {
  name: 'intercom',
  displayName: 'Intercom',
  category: 'customer-support',
  summary: 'Sends conversations, tickets, and changes of contacts and companies.',
  setup: [
    'In the Developer Hub of Intercom, choose **New app**, and in the app open **Configure**, **Webhooks**.',
    'Paste the URL as **Your request endpoint URL**, choose the topics, and **Save**.',
    'To have signatures checked, add the **Client secret**, under **Basic information**, to the URL as webhook_secret.',
  ],
  signature: hmac({ header: 'X-Hub-Signature', algorithm: 'sha1', prefix: 'sha1=' }),
  handshake: ({ method }) => (method === 'HEAD' ? { text: '' } : undefined),
  event: (payload) => payload.text('topic'),
  events: {
    ping: (payload) => ({
      topic: 'Intercom',
      content: md`${payload.optionalText('data.item.message') ?? 'Intercom tested the webhook'}.`,
    }),
    ...conversationEvents,
    ...ticketEvents,
    ...contactEvents,
  },
  ignored: ['conversation.read', 'job.completed'],
};
