import { Module } from '@nestjs/common';
import { AuthenticationModule } from '#modules/auth/authentication';
import { PasswordsModule } from '#modules/auth/passwords';
import { UserGroupsModule } from '#modules/groups/user-groups';
import { SendMessagesModule } from '#modules/messages/send';
import { RealmDomainsModule } from '#modules/realms/domains';
import { RealmsModule } from '#modules/realms/realms';
import { DefaultStreamGroupsModule } from '#modules/streams/default-stream-groups';
import { StreamsModule } from '#modules/streams/streams';
import { UserCreationModule } from '#modules/users/creation';
import { UsersModule } from '#modules/users/users';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AcceptInvitationService } from './accept-invitation.service.js';
import { AccountPages } from './account-pages.service.js';
import { CreateInvitationsService } from './create-invitations.service.js';
import { InvitationMailer } from './invitation-mailer.service.js';
import { InvitationEmailBatchEntity } from './invitation-email-batch.entity.js';
import { InvitationEntity } from './invitation.entity.js';
import { InvitationUseEntity } from './invitation-use.entity.js';
import { InvitationsAccess } from './invitations.access.js';
import { InvitationsRepository } from './invitations.repository.js';
import { InvitationsService } from './invitations.service.js';
import { InvitationsWorker } from './invitations.worker.js';
import { InviteeAddresses } from './invitee-addresses.service.js';
import { InvitesController } from './invites.controller.js';
import { JoinPages } from './join-pages.service.js';
import { JoinController } from './join.controller.js';
import { LoginMethods } from './login-methods.service.js';
import { ManageInvitationsService } from './manage-invitations.service.js';

/** Invitations, and the pages on which they are accepted. */
@Module({
  imports: [
    TypeOrmModule.forFeature([InvitationEmailBatchEntity, InvitationEntity, InvitationUseEntity]),
    AuthenticationModule,
    DefaultStreamGroupsModule,
    PasswordsModule,
    RealmDomainsModule,
    RealmsModule,
    SendMessagesModule,
    StreamsModule,
    UserCreationModule,
    UserGroupsModule,
    UsersModule,
  ],
  controllers: [InvitesController, JoinController],
  providers: [
    AcceptInvitationService,
    CreateInvitationsService,
    InvitationMailer,
    InvitationsAccess,
    InvitationsRepository,
    InvitationsService,
    InvitationsWorker,
    InviteeAddresses,
    AccountPages,
    JoinPages,
    LoginMethods,
    ManageInvitationsService,
  ],
  exports: [InvitationsService, AccountPages],
})
export class InvitesModule {}
