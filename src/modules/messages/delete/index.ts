export { deleteMessageEvent } from './delete-messages.events.js';
export { DeleteMessagesModule } from './delete-messages.module.js';
export { DeleteMessagesService } from './delete-messages.service.js';
