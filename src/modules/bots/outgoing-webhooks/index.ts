export { OutgoingWebhooksModule } from './outgoing-webhooks.module.js';
