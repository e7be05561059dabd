export { type HistoryEntry, type HistoryVisibility, shownHistory } from './edit-history.view.js';
export { MessageAudiences } from './message-audiences.service.js';
export { MessageEditsRepository, recentHistory } from './message-edits.repository.js';
export { MessageEntity } from './message.entity.js';
export {
  type AccessedMessage,
  invalidMessage,
  type LocatedMessage,
  MessagesAccess,
} from './messages.access.js';
export { type IdempotencyKey, messageEvent, type MessageSent } from './messages.events.js';
export { MessagesModule } from './messages.module.js';
export {
  type CanonicalMessage,
  displayRecipient,
  type MessageForm,
  messageView,
  withoutSender,
} from './messages.view.js';
export type { Submessage } from './submessages.view.js';
export { UserMessageEntity } from './user-message.entity.js';
