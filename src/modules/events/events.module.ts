// Registration and the long poll. This module lists the parts of the register snapshot.
import { Module } from '@nestjs/common';
import { AlertWordsModule, AlertWordsSnapshot } from '#modules/alert-words/alert-words.module.js';
import { BotsModule, BotsSnapshot } from '#modules/bots/bots.module.js';
import {
  ChannelFoldersModule,
  ChannelFoldersSnapshot,
} from '#modules/channel-folders/channel-folders.module.js';
import { DevicesModule, DevicesSnapshot } from '#modules/devices/devices.module.js';
import {
  EmbeddedBotsModule,
  EmbeddedBotsSnapshot,
} from '#modules/embedded-bots/embedded-bots.module.js';
import { EmojiModule, EmojiSnapshot } from '#modules/emoji/emoji.module.js';
import { GroupsModule, GroupsSnapshot } from '#modules/groups/groups.module.js';
import { LinkifiersModule, LinkifiersSnapshot } from '#modules/linkifiers/linkifiers.module.js';
import { MessagesModule, MessagesSnapshot } from '#modules/messages/messages.module.js';
import { MutedUsersModule, MutedUsersSnapshot } from '#modules/muted-users/muted-users.module.js';
import {
  ProfileFieldsModule,
  ProfileFieldsSnapshot,
} from '#modules/profile-fields/profile-fields.module.js';
import {
  NavigationViewsModule,
  NavigationViewsSnapshot,
} from '#modules/navigation-views/navigation-views.module.js';
import { PlaygroundsModule, PlaygroundsSnapshot } from '#modules/playgrounds/playgrounds.module.js';
import { PresenceModule, PresenceSnapshot } from '#modules/presence/presence.module.js';
import {
  RealmDomainsModule,
  RealmDomainsSnapshot,
} from '#modules/realm-domains/realm-domains.module.js';
import { RealmsModule, RealmsSnapshot } from '#modules/realms/realms.module.js';
import { SettingsModule, SettingsSnapshot } from '#modules/settings/settings.module.js';
import { StreamsModule, StreamsSnapshot } from '#modules/streams/streams.module.js';
import {
  SubscriptionsModule,
  SubscriptionsSnapshot,
} from '#modules/subscriptions/subscriptions.module.js';
import { UserStatusModule, UserStatusSnapshot } from '#modules/user-status/user-status.module.js';
import { UserTopicsModule, UserTopicsSnapshot } from '#modules/user-topics/user-topics.module.js';
import { UsersModule, UsersSnapshot } from '#modules/users/users.module.js';
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
