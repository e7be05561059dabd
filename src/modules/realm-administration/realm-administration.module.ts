// What administrators do to their organization. It stands above the features that have to follow.
import { Module } from '@nestjs/common';
import { EncountersModule } from '#modules/encounters/encounters.module.js';
import { GroupsModule } from '#modules/groups/groups.module.js';
import { MembershipsModule } from '#modules/memberships/memberships.module.js';
import { MessagesModule } from '#modules/messages/messages.module.js';
import { PresenceModule } from '#modules/presence/presence.module.js';
import { RealmsModule } from '#modules/realms/realms.module.js';
import { StreamsModule } from '#modules/streams/streams.module.js';
import { UsersModule } from '#modules/users/users.module.js';
import { DeactivateRealm } from './deactivate-realm.service.js';
import { RealmAdministrationController } from './realm-administration.controller.js';
import { RealmConsequences } from './realm-consequences.service.js';
import { UpdateRealm } from './update-realm.service.js';
import { WelcomeMessageTest } from './welcome-message-test.service.js';

@Module({
  imports: [
    EncountersModule,
    GroupsModule,
    MembershipsModule,
    MessagesModule,
    PresenceModule,
    RealmsModule,
    StreamsModule,
    UsersModule,
  ],
  controllers: [RealmAdministrationController],
  providers: [DeactivateRealm, RealmConsequences, UpdateRealm, WelcomeMessageTest],
})
export class RealmAdministrationModule {}
