export { UserStatusModule } from './user-status.module.js';
export { UserStatuses } from './user-statuses.service.js';
