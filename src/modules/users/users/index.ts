export { actorOf, operatorOf } from './actors.js';
export { UserApiKeys } from './user-api-keys.service.js';
export { UserChanges } from './user-changes.service.js';
export { UserEmails } from './user-emails.service.js';
export { UserEvents } from './user-events.service.js';
export { checkedEmail } from './user-rules.js';
export { UserSummaries } from './user-summaries.service.js';
export { type ProfileData, UserEntity } from './user.entity.js';
export { noSuchUser, UsersAccess } from './users.access.js';
export { changedAccounts, credentialsEvent, realmUserEvent } from './users.events.js';
export { UsersModule } from './users.module.js';
export type { UserRow, UserSummary } from './users.repository.js';
export { type CreatedUser, type Creator, type NewUser, UsersService } from './users.service.js';
export {
  type Avatar,
  avatarFiles,
  avatarOf,
  avatarUrl,
  fullUserView,
  gravatarOf,
  hiddenUser,
  pictureUrl,
  UPLOADED,
} from './users.view.js';
