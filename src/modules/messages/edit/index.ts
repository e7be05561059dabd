export { updateMessageEvent } from './message-editing.events.js';
export { MessageEditingModule } from './message-editing.module.js';
export { RerenderMessage } from './rerender-message.service.js';
