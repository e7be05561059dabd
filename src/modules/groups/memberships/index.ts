export { FullMembersService } from './full-members.service.js';
export { MembershipChange } from './membership-change.service.js';
export { MembershipsModule } from './memberships.module.js';
