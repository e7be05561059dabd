export { NotificationMailModule } from './mail.module.js';
export { ReplyAddresses } from './reply-addresses.service.js';
