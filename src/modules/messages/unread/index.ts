export { UnreadMessagesModule } from './unread-messages.module.js';
export { IS_MUTED, MUTING } from './unread-messages.repository.js';
