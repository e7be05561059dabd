export { requireManageable } from './accounts.access.js';
export { AccountsModule } from './accounts.module.js';
export { BotOwners } from './bot-owners.service.js';
export { ChangeRoleService } from './change-role.service.js';
export { DeactivateUserService } from './deactivate-user.service.js';
