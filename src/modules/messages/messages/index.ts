export { DirectRecipients } from './direct-recipients.service.js';
export { type HistoryEntry, type HistoryVisibility, shownHistory } from './edit-history.view.js';
export { type EditedContent, EditedContentService } from './edited-content.service.js';
export { ForgedSenders } from './forged-sender.service.js';
export { HistoricalCopies } from './historical-copies.service.js';
export { LostAccess } from './lost-access.service.js';
export { MessageAddressService } from './message-address.service.js';
export { deleteMessageEvent } from './message-deletion.events.js';
export { MessageDeletionService } from './message-deletion.service.js';
export { MessageFlagsService } from './message-flags.service.js';
export { flagNames } from './message-flags.view.js';
export { MessageMentionsService } from './message-mentions.service.js';
export { MessageReaders } from './message-readers.service.js';
export { type AccessedMessage, invalidMessage, MessagesAccess } from './messages.access.js';
export { messageFlagsEvent } from './message-flags.events.js';
export { messageEvent } from './messages.events.js';
export { MessagesModule } from './messages.module.js';
export { MutedSenders } from './muted-senders.service.js';
export {
  channelEventsTopic,
  quotedDescription,
  silentMention,
  topicLink,
} from './notice-text.view.js';
export { RenderMessageService } from './render-message.service.js';
export { type MessageDraft, SendMessageService } from './send-message.service.js';
