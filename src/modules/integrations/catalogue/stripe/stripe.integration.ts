import { createHmac } from 'node:crypto';
import {
  areEqual,
  type EventIntegration,
  type SignatureScheme,
} from '#modules/integrations/toolkit';
import { stripeEvents } from './events.js';

/** The header has the time of the request and several signatures: `t=1,v1=a,v1=b`. */
const signature: SignatureScheme = ({ header, body }, secret) => {
  const parts = (header('Stripe-Signature') ?? '').split(',').map((part) => part.trim());
  const timestamp = parts.find((part) => part.startsWith('t='))?.slice(2) ?? '';
  const digest = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
  return parts.some((part) => areEqual(part, `v1=${digest}`));
};

export const integration: EventIntegration = {
  name: 'stripe',
  displayName: 'Stripe',
  category: 'financial',
  summary: 'Sends payments, customers, subscriptions, invoices and disputes of Stripe.',
  setup: [
    'In the dashboard of Stripe, open **Developers**, **Webhooks**, and choose **Add endpoint**.',
    'Paste the URL as **Endpoint URL**, choose the events, and choose **Add endpoint**.',
    'To verify signatures, add the **Signing secret** of the endpoint to the URL as webhook_secret.',
  ],
  signature,
  event: (payload) => payload.text('type'),
  events: stripeEvents,
};
