export { DirectConversations } from './direct-conversations.service.js';
export type { Recipient } from './message-composer.service.js';
export { isInteractive, type MessageInput } from './message-input.js';
export { MirroredSenders } from './mirrored-senders.service.js';
export {
  channelEventsTopic,
  quotedDescription,
  silentMention,
  topicLink,
} from './notification-text.view.js';
export { SendMessageAccess } from './send-message.access.js';
export { type PreparedMessage, SendMessageService } from './send-message.service.js';
export { SendMessagesModule } from './send-messages.module.js';
