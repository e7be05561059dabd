export { FetchMessagesModule } from './fetch-messages.module.js';
export { type AskedRange, type FoundRange, MessageRange } from './message-range.service.js';
