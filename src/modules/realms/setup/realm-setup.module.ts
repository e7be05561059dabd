import { Module } from '@nestjs/common';
import { BotRecordsModule } from '#modules/bots/records';
import { SendMessagesModule } from '#modules/messages/send';
import { GroupsModule } from '#modules/groups/groups';
import { RealmsModule } from '#modules/realms/realms';
import { StreamsModule } from '#modules/streams/streams';
import { SubscriptionsModule } from '#modules/streams/subscriptions';
import { UsersModule } from '#modules/users/users';
import { BotSetupService } from './bot-setup.service.js';
import { FirstStreamsService } from './first-streams.service.js';
import { FirstRealmService } from './first-realm.service.js';
import { RealmSetupService } from './realm-setup.service.js';
import { UserSetupService } from './user-setup.service.js';

@Module({
  imports: [
    BotRecordsModule,
    SendMessagesModule,
    GroupsModule,
    RealmsModule,
    StreamsModule,
    SubscriptionsModule,
    UsersModule,
  ],
  providers: [
    BotSetupService,
    FirstStreamsService,
    FirstRealmService,
    RealmSetupService,
    UserSetupService,
  ],
  exports: [BotSetupService, FirstRealmService, RealmSetupService, UserSetupService],
})
export class RealmSetupModule {}
