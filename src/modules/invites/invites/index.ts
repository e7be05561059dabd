export { InvitationsService } from './invitations.service.js';
export { JoinDto } from './invites.dto.js';
export { InvitesModule } from './invites.module.js';
export { JoinDonePage } from './join-done-page.service.js';
export type { JoinResult } from './join-pages.service.js';
export { LoginMethods } from './login-methods.service.js';
