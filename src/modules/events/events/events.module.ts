// Registration and the long poll. This module lists the parts of the register snapshot.
import { Module } from '@nestjs/common';
import { BotsModule, BotsSnapshot } from '#modules/bots/bots';
import { EmbeddedBotsModule, EmbeddedBotsSnapshot } from '#modules/bots/embedded-bots';
import { GroupsModule, GroupsSnapshot } from '#modules/groups/groups';
import { MessagesModule, MessagesSnapshot } from '#modules/messages/messages';
import { RealmDomainsModule, RealmDomainsSnapshot } from '#modules/realms/domains';
import { EmojiModule, EmojiSnapshot } from '#modules/realms/emoji';
import { LinkifiersModule, LinkifiersSnapshot } from '#modules/realms/linkifiers';
import { PlaygroundsModule, PlaygroundsSnapshot } from '#modules/realms/playgrounds';
import { RealmsModule, RealmsSnapshot } from '#modules/realms/realms';
import { ChannelFoldersModule, ChannelFoldersSnapshot } from '#modules/streams/folders';
import { StreamsModule, StreamsSnapshot } from '#modules/streams/streams';
import { SubscriptionsModule, SubscriptionsSnapshot } from '#modules/streams/subscriptions';
import { UserTopicsModule, UserTopicsSnapshot } from '#modules/streams/user-topics';
import { AlertWordsModule, AlertWordsSnapshot } from '#modules/users/alert-words';
import { DevicesModule, DevicesSnapshot } from '#modules/users/devices';
import { MutedUsersModule, MutedUsersSnapshot } from '#modules/users/muted-users';
import { NavigationViewsModule, NavigationViewsSnapshot } from '#modules/users/navigation-views';
import { PresenceModule, PresenceSnapshot } from '#modules/users/presence';
import { ProfileFieldsModule, ProfileFieldsSnapshot } from '#modules/users/profile-fields';
import { SettingsModule, SettingsSnapshot } from '#modules/users/settings-catalogue';
import { UserStatusModule, UserStatusSnapshot } from '#modules/users/status';
import { UsersModule, UsersSnapshot } from '#modules/users/users';
import type { SnapshotSection } from '#platform/event-log/snapshot-section.js';
import { AbsentFeaturesSnapshot } from './absent-features.snapshot.js';
import { EventsController } from './events.controller.js';
import { RegisterService } from './register.service.js';
import { SNAPSHOT_SECTIONS } from './snapshot-sections.js';
import { SpectatorsService } from './spectators.service.js';

@Module({
  imports: [
    AlertWordsModule,
    BotsModule,
    ChannelFoldersModule,
    DevicesModule,
    EmbeddedBotsModule,
    EmojiModule,
    GroupsModule,
    LinkifiersModule,
    MessagesModule,
    MutedUsersModule,
    ProfileFieldsModule,
    NavigationViewsModule,
    PlaygroundsModule,
    PresenceModule,
    RealmDomainsModule,
    RealmsModule,
    SettingsModule,
    StreamsModule,
    SubscriptionsModule,
    UserStatusModule,
    UserTopicsModule,
    UsersModule,
  ],
  controllers: [EventsController],
  providers: [
    AbsentFeaturesSnapshot,
    RegisterService,
    SpectatorsService,
    {
      provide: SNAPSHOT_SECTIONS,
      useFactory: (...sections: SnapshotSection[]) => sections,
      inject: [
        RealmsSnapshot,
        UsersSnapshot,
        UserStatusSnapshot,
        PresenceSnapshot,
        ProfileFieldsSnapshot,
        BotsSnapshot,
        EmbeddedBotsSnapshot,
        GroupsSnapshot,
        StreamsSnapshot,
        ChannelFoldersSnapshot,
        EmojiSnapshot,
        LinkifiersSnapshot,
        NavigationViewsSnapshot,
        DevicesSnapshot,
        PlaygroundsSnapshot,
        RealmDomainsSnapshot,
        SubscriptionsSnapshot,
        UserTopicsSnapshot,
        MessagesSnapshot,
        SettingsSnapshot,
        AlertWordsSnapshot,
        MutedUsersSnapshot,
        AbsentFeaturesSnapshot,
      ],
    },
  ],
})
export class EventsModule {}
