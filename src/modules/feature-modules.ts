// The list of features, of which both the API and the worker are composed.
import { AuthenticationModule } from '#modules/auth/authentication';
import { ApiKeysModule } from '#modules/auth/api-keys';
import { EmailChangeModule } from '#modules/auth/email-change';
import { ExternalIdentitiesModule } from '#modules/auth/external-identities';
import { JwtModule } from '#modules/auth/jwt';
import { LdapModule } from '#modules/auth/ldap';
import { LoginModule } from '#modules/auth/login';
import { OidcModule } from '#modules/auth/oidc';
import { PasswordsModule } from '#modules/auth/passwords';
import { EmailPreferencesModule } from '#modules/notifications/email-preferences';
import { NotificationMailModule } from '#modules/notifications/mail';
import { IncomingMailModule } from '#modules/notifications/incoming-mail';
import { SessionsModule } from '#modules/auth/sessions';
import { BotsModule } from '#modules/bots/bots';
import { OutgoingWebhooksModule } from '#modules/bots/outgoing-webhooks';
import { BotRecordsModule } from '#modules/bots/records';
import { BotStorageModule } from '#modules/bots/storage';
import { EmbeddedBotsModule } from '#modules/bots/embedded-bots';
import { SipModule } from '#modules/calls/sip';
import { VideoLinksModule } from '#modules/calls/video-links';
import { EventsModule } from '#modules/events/events';
import { CallsModule } from '#modules/calls/calls';
import { CallConversationsModule } from '#modules/calls/conversations';
import { CallHistoryModule } from '#modules/calls/history';
import { RecoveryModule } from '#modules/calls/recovery';
import { GroupsModule } from '#modules/groups/groups';
import { MembershipsModule } from '#modules/groups/memberships';
import { UserGroupsModule } from '#modules/groups/user-groups';
import { IntegrationCatalogueModule } from '#modules/integrations/catalogue';
import { IncomingWebhooksModule } from '#modules/integrations/incoming';
import { InvitesModule } from '#modules/invites/invites';
import { SignUpModule } from '#modules/invites/sign-up';
import { ExternalContentModule } from '#modules/markdown/external-content';
import { MarkdownModule } from '#modules/markdown/markdown';
import { DraftsModule } from '#modules/messages/drafts';
import { EditMessagesModule } from '#modules/messages/edit';
import { ImagePreviewsModule } from '#modules/messages/image-previews';
import { LinkPreviewsModule } from '#modules/messages/link-previews';
import { DeleteMessagesModule } from '#modules/messages/delete';
import { FetchMessagesModule } from '#modules/messages/fetch';
import { MessageFlagsModule } from '#modules/messages/flags';
import { MessagesModule } from '#modules/messages/messages';
import { RenderModule } from '#modules/messages/render';
import { RerenderModule } from '#modules/messages/rerender';
import { SavedSnippetsModule } from '#modules/messages/saved-snippets';
import { ScheduledMessagesModule } from '#modules/messages/scheduled';
import { SendMessagesModule } from '#modules/messages/send';
import { SubmessagesModule } from '#modules/messages/submessages';
import { NarrowModule } from '#modules/messages/narrow';
import { ReactionsModule } from '#modules/messages/reactions';
import { ReadReceiptsModule } from '#modules/messages/read-receipts';
import { ReportMessagesModule } from '#modules/messages/reports';
import { TypingModule } from '#modules/messages/typing';
import { UnreadMessagesModule } from '#modules/messages/unread';
import { RealmAdministrationModule } from '#modules/realms/administration';
import { AuditLogModule } from '#modules/realms/audit-log';
import { RealmDeletionModule } from '#modules/realms/deletion';
import { RealmDomainsModule } from '#modules/realms/domains';
import { CustomEmojiModule } from '#modules/realms/custom-emoji';
import { EmojiModule } from '#modules/realms/emoji';
import { LinkifiersModule } from '#modules/realms/linkifiers';
import { PlaygroundsModule } from '#modules/realms/playgrounds';
import { RealmPicturesModule } from '#modules/realms/pictures';
import { RealmsModule } from '#modules/realms/realms';
import { RealmSetupModule } from '#modules/realms/setup';
import { StaticFilesModule } from '#modules/realms/static-files';
import { StreamAdministrationModule } from '#modules/streams/administration';
import { DefaultStreamGroupsModule } from '#modules/streams/default-stream-groups';
import { ChannelFoldersModule } from '#modules/streams/folders';
import { StreamsModule } from '#modules/streams/streams';
import { SubscriptionsModule } from '#modules/streams/subscriptions';
import { TopicIconsModule } from '#modules/streams/topic-icons';
import { TopicsModule } from '#modules/streams/topics';
import { UserTopicsModule } from '#modules/streams/user-topics';
import { AttachmentsModule } from '#modules/uploads/attachments';
import { ResumableUploadsModule } from '#modules/uploads/resumable';
import { StorageCheckModule } from '#modules/uploads/storage-check';
import { PicturesModule } from '#modules/uploads/pictures';
import { ThumbnailsModule } from '#modules/uploads/thumbnails';
import { UploadsModule } from '#modules/uploads/uploads';
import { AccountsModule } from '#modules/users/accounts';
import { AlertWordsModule } from '#modules/users/alert-words';
import { AvatarsModule } from '#modules/users/avatars';
import { UserCreationModule } from '#modules/users/creation';
import { DevicesModule } from '#modules/users/devices';
import { MutedUsersModule } from '#modules/users/muted-users';
import { NavigationViewsModule } from '#modules/users/navigation-views';
import { OnboardingModule } from '#modules/users/onboarding';
import { OnboardingStepsModule } from '#modules/users/onboarding-steps';
import { PresenceModule } from '#modules/users/presence';
import { ProfileFieldsModule } from '#modules/users/profile-fields';
import { UserSettingsModule } from '#modules/users/settings';
import { SettingsModule } from '#modules/users/settings-catalogue';
import { UserStatusModule } from '#modules/users/status';
import { UsersModule } from '#modules/users/users';
import { VisibilityModule } from '#modules/users/visibility';
import { VisibilityChangesModule } from '#modules/users/visibility-changes';

export const featureModules = [
  GroupsModule,
  EmojiModule,
  PlaygroundsModule,
  PicturesModule,
  AlertWordsModule,
  DevicesModule,
  NavigationViewsModule,
  SipModule,
  VideoLinksModule,
  OnboardingStepsModule,
  SettingsModule,
  MarkdownModule,
  ExternalContentModule,
  LinkifiersModule,
  RealmsModule,
  CustomEmojiModule,
  RealmPicturesModule,
  SavedSnippetsModule,
  ChannelFoldersModule,
  VisibilityModule,
  UsersModule,
  AvatarsModule,
  AuthenticationModule,
  EmailPreferencesModule,
  PasswordsModule,
  EmailChangeModule,
  BotRecordsModule,
  BotStorageModule,
  RealmDomainsModule,
  StreamsModule,
  DefaultStreamGroupsModule,
  ThumbnailsModule,
  AttachmentsModule,
  ResumableUploadsModule,
  UploadsModule,
  PresenceModule,
  ProfileFieldsModule,
  AuditLogModule,
  RealmDeletionModule,
  StorageCheckModule,
  UserTopicsModule,
  UserStatusModule,
  VisibilityChangesModule,
  NarrowModule,
  RenderModule,
  RerenderModule,
  MessagesModule,
  SubmessagesModule,
  DeleteMessagesModule,
  FetchMessagesModule,
  UnreadMessagesModule,
  MessageFlagsModule,
  SendMessagesModule,
  ScheduledMessagesModule,
  EmbeddedBotsModule,
  IntegrationCatalogueModule,
  IncomingWebhooksModule,
  OutgoingWebhooksModule,
  ReactionsModule,
  ReadReceiptsModule,
  ReportMessagesModule,
  TypingModule,
  SubscriptionsModule,
  TopicIconsModule,
  TopicsModule,
  MutedUsersModule,
  EventsModule,
  MembershipsModule,
  DraftsModule,
  EditMessagesModule,
  UserCreationModule,
  RealmSetupModule,
  StaticFilesModule,
  StreamAdministrationModule,
  NotificationMailModule,
  IncomingMailModule,
  UserGroupsModule,
  ImagePreviewsModule,
  LinkPreviewsModule,
  RealmAdministrationModule,
  InvitesModule,
  SignUpModule,
  AccountsModule,
  OnboardingModule,
  BotsModule,
  ExternalIdentitiesModule,
  LdapModule,
  LoginModule,
  SessionsModule,
  ApiKeysModule,
  JwtModule,
  OidcModule,
  UserSettingsModule,
  CallHistoryModule,
  CallConversationsModule,
  CallsModule,
  RecoveryModule,
];
