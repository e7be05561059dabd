export { MutedUsersModule } from './muted-users.module.js';
export { MutedUsersSnapshot } from './muted-users.snapshot.js';
