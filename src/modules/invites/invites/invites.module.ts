import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SendMessagesModule } from '#modules/messages/send';
import { PasswordsModule } from '#modules/auth/passwords';
import { UserGroupsModule } from '#modules/groups/user-groups';
import { RealmDomainsModule } from '#modules/realms/domains';
import { RealmsModule } from '#modules/realms/realms';
import { UserCreationModule } from '#modules/users/creation';
import { StreamsModule } from '#modules/streams/streams';
import { UsersModule } from '#modules/users/users';
import { CreateInviteLink, SendInvites } from './create-invites.service.js';
import { InvitationMailer } from './invitation-mailer.service.js';
import {
  InvitationEntity,
  InvitationEmailBatchEntity,
  InvitationUseEntity,
} from './invitation.entity.js';
import { InvitationsService } from './invitations.service.js';
import { InviteeAddresses } from './invitee-addresses.service.js';
import { InvitesAccess } from './invites.access.js';
import { InvitesController } from './invites.controller.js';
import { InvitesRepository } from './invites.repository.js';
import { InvitesWorker } from './invites.worker.js';
import { JoinEntry } from './join-entry.service.js';
import { JoinController } from './join.controller.js';
import { JoinLinks, JoinService } from './join.service.js';
import { ListInvites, ManageInvites } from './manage-invites.service.js';
import { Newcomers } from './newcomers.service.js';

/** Invitations, and the page where people accept them. */
@Module({
  imports: [
    TypeOrmModule.forFeature([InvitationEntity, InvitationEmailBatchEntity, InvitationUseEntity]),
    SendMessagesModule,
    PasswordsModule,
    RealmDomainsModule,
    UserCreationModule,
    RealmsModule,
    StreamsModule,
    UserGroupsModule,
    UsersModule,
  ],
  controllers: [InvitesController, JoinController],
  providers: [
    CreateInviteLink,
    InvitationMailer,
    InvitationsService,
    InviteeAddresses,
    InvitesAccess,
    InvitesRepository,
    InvitesWorker,
    JoinEntry,
    JoinLinks,
    JoinService,
    ListInvites,
    ManageInvites,
    Newcomers,
    SendInvites,
  ],
  exports: [InvitationsService],
})
export class InvitesModule {}
