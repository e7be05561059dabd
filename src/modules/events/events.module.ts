// Registration and the long poll. This module lists the parts of the register snapshot.
import { Module } from '@nestjs/common';
import { ChannelFoldersModule } from '#modules/channel-folders/channel-folders.module.js';
import { ChannelFoldersSnapshot } from '#modules/channel-folders/channel-folders.snapshot.js';
import { GroupsModule } from '#modules/groups/groups.module.js';
import { GroupsSnapshot } from '#modules/groups/groups.snapshot.js';
import { MessagesModule } from '#modules/messages/messages.module.js';
import { MessagesSnapshot } from '#modules/messages/messages.snapshot.js';
import { RealmsModule } from '#modules/realms/realms.module.js';
import { RealmsSnapshot } from '#modules/realms/realms.snapshot.js';
import { SettingsModule } from '#modules/settings/settings.module.js';
import { SettingsSnapshot } from '#modules/settings/settings.snapshot.js';
import { StreamsModule } from '#modules/streams/streams.module.js';
import { StreamsSnapshot } from '#modules/streams/streams.snapshot.js';
import { SubscriptionsModule } from '#modules/subscriptions/subscriptions.module.js';
import { SubscriptionsSnapshot } from '#modules/subscriptions/subscriptions.snapshot.js';
import { UsersModule } from '#modules/users/users.module.js';
import { UsersSnapshot } from '#modules/users/users.snapshot.js';
import type { SnapshotSection } from '#platform/event-log/snapshot-section.js';
import { EventsController } from './events.controller.js';
import { RegisterService, SNAPSHOT_SECTIONS } from './register.service.js';

@Module({
  imports: [
    ChannelFoldersModule,
    GroupsModule,
    MessagesModule,
    RealmsModule,
    SettingsModule,
    StreamsModule,
    SubscriptionsModule,
    UsersModule,
  ],
  controllers: [EventsController],
  providers: [
    RegisterService,
    {
      provide: SNAPSHOT_SECTIONS,
      useFactory: (...sections: SnapshotSection[]) => sections,
      inject: [
        RealmsSnapshot,
        UsersSnapshot,
        GroupsSnapshot,
        StreamsSnapshot,
        ChannelFoldersSnapshot,
        SubscriptionsSnapshot,
        MessagesSnapshot,
        SettingsSnapshot,
      ],
    },
  ],
})
export class EventsModule {}
