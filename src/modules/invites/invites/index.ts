export { AccountFormController } from './account-form.controller.js';
export {
  type AccountForm,
  AccountPages,
  type JoinResult,
  type Submission,
} from './account-pages.service.js';
export { InvitationsService } from './invitations.service.js';
export { JoinDto } from './invites.dto.js';
export { InvitesModule } from './invites.module.js';
