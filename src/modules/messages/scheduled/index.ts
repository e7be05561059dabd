export { ScheduledMessagesModule } from './scheduled-messages.module.js';
