export { updateMessageEvent } from './edit-message.events.js';
export { EditMessagesModule } from './edit-messages.module.js';
export { RerenderMessage } from './rerender-message.service.js';
