export { InvitationsService } from './invitations.service.js';
export { InvitesModule } from './invites.module.js';
