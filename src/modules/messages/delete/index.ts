export { DeleteMessagesModule } from './delete-messages.module.js';
export { deleteMessageEvent } from './message-deletion.events.js';
export { MessageDeletionService } from './message-deletion.service.js';
