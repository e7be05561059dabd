export { AccountsAccess } from './accounts.access.js';
export { AccountsModule } from './accounts.module.js';
export { BotOwners } from './bot-owners.service.js';
export { Deactivation } from './deactivation.service.js';
export { RoleChanges } from './role-changes.service.js';
