export { FetchMessagesModule } from './fetch-messages.module.js';
export { type AnchorInput, checkAnchorIncluded, MessageRange } from './message-range.service.js';
