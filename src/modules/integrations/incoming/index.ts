export { IncomingWebhooksModule } from './incoming.module.js';
export { type Sample, trySample } from './sample.js';
