import { Module } from '@nestjs/common';
import { BotsModule } from '#modules/bots/bots.module.js';
import { GroupsModule } from '#modules/groups/groups.module.js';
import { MessagesModule } from '#modules/messages/messages.module.js';
import { RealmsModule } from '#modules/realms/realms.module.js';
import { StreamsModule } from '#modules/streams/streams.module.js';
import { SubscriptionsModule } from '#modules/subscriptions/subscriptions.module.js';
import { UsersModule } from '#modules/users/users.module.js';
import { BotSetupService } from './bot-setup.service.js';
import { FirstChannelsService } from './first-channels.service.js';
import { FirstRealmService } from './first-realm.service.js';
import { RealmSetupService } from './realm-setup.service.js';
import { UserSetupService } from './user-setup.service.js';

@Module({
  imports: [
    BotsModule,
    GroupsModule,
    MessagesModule,
    RealmsModule,
    StreamsModule,
    SubscriptionsModule,
    UsersModule,
  ],
  providers: [
    BotSetupService,
    FirstChannelsService,
    FirstRealmService,
    RealmSetupService,
    UserSetupService,
  ],
  exports: [BotSetupService, FirstRealmService, RealmSetupService, UserSetupService],
})
export class RealmSetupModule {}
