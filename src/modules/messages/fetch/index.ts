export { FetchMessagesModule } from './fetch-messages.module.js';
export { type AnchorInput, checkAnchorIncluded, MessageRange } from './message-range.service.js';
export { MessagesToBots, type MessageToBot } from './messages-to-bots.service.js';
