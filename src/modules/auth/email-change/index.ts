export { EmailChangeModule } from './email-change.module.js';
export { EmailChangeService } from './email-change.service.js';
