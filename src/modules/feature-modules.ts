// The one list of features. Both the API and the worker are composed of it.
import { AccountsModule } from './accounts/accounts.module.js';
import { AlertWordsModule } from './alert-words/alert-words.module.js';
import { AuthModule } from './auth/auth.module.js';
import { BotAdministrationModule } from './bot-administration/bot-administration.module.js';
import { BotsModule } from './bots/bots.module.js';
import { ChannelAdministrationModule } from './channel-administration/channel-administration.module.js';
import { ChannelFoldersModule } from './channel-folders/channel-folders.module.js';
import { DevicesModule } from './devices/devices.module.js';
import { EmbeddedBotsModule } from './embedded-bots/embedded-bots.module.js';
import { EmojiModule } from './emoji/emoji.module.js';
import { EventsModule } from './events/events.module.js';
import { ExternalContentModule } from './external-content/external-content.module.js';
import { GroupsModule } from './groups/groups.module.js';
import { InvitesModule } from './invites/invites.module.js';
import { LinkPreviewsModule } from './link-previews/link-previews.module.js';
import { LinkifiersModule } from './linkifiers/linkifiers.module.js';
import { MarkdownModule } from './markdown/markdown.module.js';
import { MembershipsModule } from './memberships/memberships.module.js';
import { MessageEditingModule } from './message-editing/message-editing.module.js';
import { MessageReportsModule } from './message-reports/message-reports.module.js';
import { MessagesModule } from './messages/messages.module.js';
import { MutedUsersModule } from './muted-users/muted-users.module.js';
import { NarrowModule } from './narrow/narrow.module.js';
import { NavigationViewsModule } from './navigation-views/navigation-views.module.js';
import { OnboardingModule } from './onboarding/onboarding.module.js';
import { PresenceModule } from './presence/presence.module.js';
import { ProfileFieldsModule } from './profile-fields/profile-fields.module.js';
import { ReadReceiptsModule } from './read-receipts/read-receipts.module.js';
import { ReactionsModule } from './reactions/reactions.module.js';
import { PersonalSettingsModule } from './personal-settings/personal-settings.module.js';
import { PlaygroundsModule } from './playgrounds/playgrounds.module.js';
import { RealmAdministrationModule } from './realm-administration/realm-administration.module.js';
import { RealmDeletionModule } from './realm-deletion/realm-deletion.module.js';
import { RealmDomainsModule } from './realm-domains/realm-domains.module.js';
import { RealmSetupModule } from './realm-setup/realm-setup.module.js';
import { RealmsModule } from './realms/realms.module.js';
import { SettingsModule } from './settings/settings.module.js';
import { SignInModule } from './sign-in/sign-in.module.js';
import { StreamsModule } from './streams/streams.module.js';
import { SubscriptionsModule } from './subscriptions/subscriptions.module.js';
import { TypingModule } from './typing/typing.module.js';
import { UserGroupsModule } from './user-groups/user-groups.module.js';
import { TopicsModule } from './topics/topics.module.js';
import { UserStatusModule } from './user-status/user-status.module.js';
import { UserTopicsModule } from './user-topics/user-topics.module.js';
import { UsersModule } from './users/users.module.js';

export const featureModules = [
  AccountsModule,
  AlertWordsModule,
  AuthModule,
  BotAdministrationModule,
  BotsModule,
  ChannelAdministrationModule,
  ChannelFoldersModule,
  DevicesModule,
  EmbeddedBotsModule,
  EmojiModule,
  EventsModule,
  ExternalContentModule,
  GroupsModule,
  InvitesModule,
  LinkifiersModule,
  LinkPreviewsModule,
  MarkdownModule,
  MembershipsModule,
  MessageEditingModule,
  MessageReportsModule,
  MessagesModule,
  MutedUsersModule,
  NarrowModule,
  NavigationViewsModule,
  OnboardingModule,
  PresenceModule,
  ProfileFieldsModule,
  ReactionsModule,
  ReadReceiptsModule,
  PersonalSettingsModule,
  PlaygroundsModule,
  RealmAdministrationModule,
  RealmDeletionModule,
  RealmDomainsModule,
  RealmSetupModule,
  RealmsModule,
  SettingsModule,
  SignInModule,
  StreamsModule,
  SubscriptionsModule,
  TypingModule,
  UserGroupsModule,
  TopicsModule,
  UserStatusModule,
  UserTopicsModule,
  UsersModule,
];
