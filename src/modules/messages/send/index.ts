export { DirectRecipients } from './direct-recipients.service.js';
export { ForgedSenders } from './forged-sender.service.js';
export { MessageAddressService } from './message-address.service.js';
export {
  channelEventsTopic,
  quotedDescription,
  silentMention,
  topicLink,
} from './notice-text.view.js';
export { type MessageDraft, SendMessageService } from './send-message.service.js';
export { SendMessagesModule } from './send-messages.module.js';
