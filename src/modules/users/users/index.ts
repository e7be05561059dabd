export { UserApiKeys } from './user-api-keys.service.js';
export { UserChanges } from './user-changes.service.js';
export { UserEmails } from './user-emails.service.js';
export { UserEvents } from './user-events.service.js';
export { checkedEmail } from './user-rules.js';
export { UserSummaries } from './user-summaries.service.js';
export { noSuchUser, UsersAccess } from './users.access.js';
export { credentialsEvent, realmUserEvent } from './users.events.js';
export { UsersModule } from './users.module.js';
export { type CreatedUser, type Creator, type NewUser, UsersService } from './users.service.js';
export {
  actorOf,
  type Avatar,
  avatarUrl,
  hiddenUser,
  type ProfileData,
  type UserRow,
  type UserSummary,
  wholeUserView,
} from './users.view.js';
