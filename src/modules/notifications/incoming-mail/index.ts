export { IncomingMailModule } from './incoming-mail.module.js';
export { IncomingMailServer } from './incoming-mail-server.js';
