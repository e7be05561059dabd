export { UserStatusModule } from './user-status.module.js';
export { UserStatusesService } from './user-statuses.service.js';
