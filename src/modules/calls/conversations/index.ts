export { CallConversationDto } from './call-conversation.dto.js';
export { callConversationView } from './call-conversation.view.js';
export {
  type CallConversation,
  CallConversationsAccess,
  type ConversationInput,
} from './call-conversations.access.js';
export { CallConversationsModule } from './call-conversations.module.js';
export { CallPeople } from './call-people.service.js';
