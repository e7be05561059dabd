export { UserStatusModule } from './user-status.module.js';
export { UserStatusSnapshot } from './user-status.snapshot.js';
export { UserStatuses } from './user-statuses.service.js';
