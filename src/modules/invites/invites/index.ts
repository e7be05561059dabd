export { type AccountForm, AccountPages } from './account-pages.service.js';
export { InvitationsService } from './invitations.service.js';
export { JoinDto } from './invites.dto.js';
export { InvitesModule } from './invites.module.js';
export type { JoinResult, Submission } from './join-pages.service.js';
