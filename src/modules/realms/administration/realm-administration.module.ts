// Administration of a realm. Above the modules that depend on its settings.
import { Module } from '@nestjs/common';
import { SendMessagesModule } from '#modules/messages/send';
import { GroupsModule } from '#modules/groups/groups';
import { MembershipsModule } from '#modules/groups/memberships';
import { RealmsModule } from '#modules/realms/realms';
import { StreamsModule } from '#modules/streams/streams';
import { PresenceModule } from '#modules/users/presence';
import { UsersModule } from '#modules/users/users';
import { VisibilityChangesModule } from '#modules/users/visibility-changes';
import { DeactivateRealmService } from './deactivate-realm.service.js';
import { RealmAdministrationController } from './realm-administration.controller.js';
import { RealmConsequences } from './realm-consequences.service.js';
import { UpdateRealmService } from './update-realm.service.js';
import { WelcomeMessageTestService } from './welcome-message-test.service.js';

@Module({
  imports: [
    SendMessagesModule,
    VisibilityChangesModule,
    GroupsModule,
    MembershipsModule,
    PresenceModule,
    RealmsModule,
    StreamsModule,
    UsersModule,
  ],
  controllers: [RealmAdministrationController],
  providers: [
    DeactivateRealmService,
    RealmConsequences,
    UpdateRealmService,
    WelcomeMessageTestService,
  ],
})
export class RealmAdministrationModule {}
