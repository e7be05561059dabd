export { UserGroupMembersService } from './user-group-members.service.js';
export { UserGroupsAccess } from './user-groups.access.js';
export { UserGroupsModule } from './user-groups.module.js';
