// All migrations, oldest first. They are written by hand and go forward only.
import { EventLog1764000000000 } from './1764000000000-event-log.js';
import { RealmsAndUsers1764000001000 } from './1764000001000-realms-and-users.js';
import { UserGroups1764000002000 } from './1764000002000-user-groups.js';
import { Streams1764000003000 } from './1764000003000-streams.js';
import { Messages1764000004000 } from './1764000004000-messages.js';
import { Jobs1764000010000 } from './1764000010000-jobs.js';
import { ChannelFolders1764000020000 } from './1764000020000-channel-folders.js';
import { ChannelActivity1764000021000 } from './1764000021000-channel-activity.js';
import { ChannelEmailAddresses1764000022000 } from './1764000022000-channel-email-addresses.js';
import { TopicIcons1764000030000 } from './1764000030000-topic-icons.js';
import { UserTopics1764000031000 } from './1764000031000-user-topics.js';
import { TopicDeletions1764000032000 } from './1764000032000-topic-deletions.js';
import { Guests1764000033000 } from './1764000033000-guests.js';
import { LargeConversations1764000040000 } from './1764000040000-large-conversations.js';
import { UsersByName1764000050000 } from './1764000050000-users-by-name.js';
import { MessageContents1764000100000 } from './1764000100000-message-contents.js';
import { Search1764000110000 } from './1764000110000-search.js';
import { FlagStatistics1764000110100 } from './1764000110100-flag-statistics.js';
import { AlertWords1764000100100 } from './1764000100100-alert-words.js';
import { MutedUsers1764000100200 } from './1764000100200-muted-users.js';
import { Submessages1764000100300 } from './1764000100300-submessages.js';
import { MessageEchoes1764000100400 } from './1764000100400-message-echoes.js';
import { BotNotices1764000100500 } from './1764000100500-bot-notices.js';
import { Forging1764000100600 } from './1764000100600-forging.js';
import { MessageEdits1764000120000 } from './1764000120000-message-edits.js';
import { FormerSubscriptions1764000120100 } from './1764000120100-former-subscriptions.js';
import { CustomEmoji1764000130000 } from './1764000130000-custom-emoji.js';
import { Reactions1764000130100 } from './1764000130100-reactions.js';
import { AccountDetails1764000150000 } from './1764000150000-account-details.js';
import { Mails1764000150100 } from './1764000150100-mails.js';
import { Bots1764000150200 } from './1764000150200-bots.js';
import { ProfileFields1764000150300 } from './1764000150300-profile-fields.js';
import { UserStatuses1764000150400 } from './1764000150400-user-statuses.js';
import { MessagePurges1764000150500 } from './1764000150500-message-purges.js';
import { Linkifiers1764000140000 } from './1764000140000-linkifiers.js';
import { EditedSettings1764000140100 } from './1764000140100-edited-settings.js';
import { RealmDeletionDate1764000140200 } from './1764000140200-realm-deletion-date.js';
import { RealmDomains1764000140300 } from './1764000140300-realm-domains.js';
import { Playgrounds1764000140400 } from './1764000140400-playgrounds.js';
import { NavigationViews1764000140500 } from './1764000140500-navigation-views.js';
import { AuthorizedClients1764000170000 } from './1764000170000-authorized-clients.js';
import { Presences1764000200000 } from './1764000200000-presences.js';
import { ServerGenerations1764000231000 } from './1764000231000-server-generations.js';
import { ClientDevices1764000200100 } from './1764000200100-client-devices.js';
import { PasswordResets1764000170100 } from './1764000170100-password-resets.js';
import { Invitations1764000210000 } from './1764000210000-invitations.js';
import { LinkPreviews1764000180000 } from './1764000180000-link-previews.js';
import { RealmDeletionBegun1764000232000 } from './1764000232000-realm-deletion-begun.js';
import { EndedInvitations1764000232100 } from './1764000232100-ended-invitations.js';
import { EmbeddedBots1764000240100 } from './1764000240100-embedded-bots.js';
import { References1764000240300 } from './1764000240300-references.js';
import { GuestChanges1764000250000 } from './1764000250000-guest-changes.js';
import { SubscriptionsByChannel1764000260000 } from './1764000260000-subscriptions-by-channel.js';

export const migrations = [
  EventLog1764000000000,
  RealmsAndUsers1764000001000,
  UserGroups1764000002000,
  Streams1764000003000,
  Messages1764000004000,
  Jobs1764000010000,
  ChannelFolders1764000020000,
  ChannelActivity1764000021000,
  ChannelEmailAddresses1764000022000,
  TopicIcons1764000030000,
  UserTopics1764000031000,
  TopicDeletions1764000032000,
  Guests1764000033000,
  LargeConversations1764000040000,
  UsersByName1764000050000,
  MessageContents1764000100000,
  Search1764000110000,
  FlagStatistics1764000110100,
  AlertWords1764000100100,
  MutedUsers1764000100200,
  Submessages1764000100300,
  MessageEchoes1764000100400,
  BotNotices1764000100500,
  Forging1764000100600,
  MessageEdits1764000120000,
  FormerSubscriptions1764000120100,
  CustomEmoji1764000130000,
  Reactions1764000130100,
  AccountDetails1764000150000,
  Mails1764000150100,
  Bots1764000150200,
  ProfileFields1764000150300,
  UserStatuses1764000150400,
  MessagePurges1764000150500,
  Linkifiers1764000140000,
  EditedSettings1764000140100,
  RealmDeletionDate1764000140200,
  RealmDomains1764000140300,
  Playgrounds1764000140400,
  NavigationViews1764000140500,
  AuthorizedClients1764000170000,
  Presences1764000200000,
  ClientDevices1764000200100,
  PasswordResets1764000170100,
  Invitations1764000210000,
  LinkPreviews1764000180000,
  ServerGenerations1764000231000,
  RealmDeletionBegun1764000232000,
  EndedInvitations1764000232100,
  EmbeddedBots1764000240100,
  References1764000240300,
  GuestChanges1764000250000,
  SubscriptionsByChannel1764000260000,
];
