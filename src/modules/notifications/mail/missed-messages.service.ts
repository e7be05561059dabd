// Emails about messages that users missed. Messages wait in a table until the period of the user's setting is over; then
// they are taken and put into the outbox of mail in one transaction, so that a process that is killed neither loses
// nor repeats an email.
import { Injectable } from '@nestjs/common';
import { messageUrl } from '#modules/markdown/markdown';
import { MENTION_FLAGS } from '#modules/messages/user-messages';
import { UnsubscribeLinks } from '#modules/notifications/email-preferences';
import {
  EMPTY_TOPIC_DISPLAY_NAME,
  type RealmSettings,
  RealmsService,
} from '#modules/realms/realms';
import { type AccessedStream, StreamsAccess } from '#modules/streams/streams';
import { type UserSettings, UserSettingsService } from '#modules/users/settings-catalogue';
import { actorOf, hiddenUser, type UserSummary, UsersService } from '#modules/users/users';
import { UserVisibility } from '#modules/users/visibility';
import { Clock } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import type { Email, EmailOrganization } from '#platform/mail/email.js';
import { MailOutbox } from '#platform/mail/mail-outbox.js';
import { emailHtml } from './message-html.js';
import {
  blocksOf,
  channelTitle,
  type Conversation,
  conversationsOf,
  directTitle,
  newestOf,
  quotedText,
} from './missed-message-email.js';
import {
  type DueUser,
  type EmailedMessage,
  MissedMessagesRepository,
} from './missed-messages.repository.js';
import { ReplyAddresses } from './reply-addresses.service.js';

/** Why a user is notified, most important first. */
const MISSED_REASONS = [
  'direct_message',
  'mention',
  'user_group_mention',
  'topic_wildcard',
  'channel_wildcard',
  'followed_topic',
  'channel',
] as const;

export type MissedReason = (typeof MISSED_REASONS)[number];

export interface MissedMessage {
  userId: number;
  messageId: number;
  reason: MissedReason;
}

/** These have settings of their own. */
const INDEPENDENT: ReadonlySet<string> = new Set<MissedReason>(['followed_topic', 'channel']);
const USERS_AT_ONCE = 200;
const CONTEXT = { seconds: 15 * 60, limit: 10 };

interface Recipient {
  user: UserSummary;
  settings: UserSettings;
  realmSettings: RealmSettings;
  organization: EmailOrganization;
  /** Whether the subject names the organization. */
  namesOrganization: boolean;
  /** By id: the channels that the user can read. */
  channels: ReadonlyMap<number, AccessedStream>;
  reasons: ReadonlyMap<number, string>;
}

@Injectable()
export class MissedMessages {
  constructor(
    private readonly missedMessagesRepository: MissedMessagesRepository,
    private readonly replyAddresses: ReplyAddresses,
    private readonly unsubscribeLinks: UnsubscribeLinks,
    private readonly usersService: UsersService,
    private readonly userSettingsService: UserSettingsService,
    private readonly userVisibility: UserVisibility,
    private readonly streamsAccess: StreamsAccess,
    private readonly realmsService: RealmsService,
    private readonly mailOutbox: MailOutbox,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Whether emails can be sent at all. */
  get isPossible(): boolean {
    return this.mailOutbox.isOpen;
  }

  /**
   * Each message is sent to a user once while it waits. Joins the current transaction, in which the caller must record
   * that it decided about the messages: messages that were sent already would be sent again.
   */
  async add(messages: MissedMessage[]): Promise<void> {
    if (!this.isPossible || messages.length === 0) return;
    await this.missedMessagesRepository.insert(messages, this.clock.now());
  }

  /** Sends all emails that are due. */
  async sendDue(signal: AbortSignal): Promise<void> {
    for (;;) {
      const users = await this.missedMessagesRepository.dueUsers(this.clock.now(), USERS_AT_ONCE);
      for (const user of users) {
        signal.throwIfAborted();
        await this.database.transaction(() => this.sendTo(user));
      }
      if (users.length < USERS_AT_ONCE) return;
    }
  }

  private async sendTo({ realmId, userId }: DueUser): Promise<void> {
    const waiting = await this.missedMessagesRepository.take(userId);
    const realm = await this.realmsService.get(realmId);
    const [user] = await this.usersService.findByIds(realmId, [userId]);
    if (!this.isPossible || realm.deactivated || !user?.isActive) return;
    const settings = await this.userSettingsService.get({ realmId, userId });
    const wanted = waiting.filter(
      ({ reason }) => settings.enable_offline_email_notifications || INDEPENDENT.has(reason),
    );
    const ids = wanted.map(({ messageId }) => messageId);
    const messages = await this.missedMessagesRepository.unread(userId, ids);
    const channels = await this.readableChannels(user, messages);
    const readable = messages.filter(({ streamId }) => streamId === null || channels.has(streamId));
    if (readable.length === 0) return;
    const recipient: Recipient = {
      user,
      settings,
      realmSettings: await this.realmsService.settings(realmId),
      organization: await this.realmsService.emailVariables(realmId),
      namesOrganization: await this.namesOrganization(user, settings),
      channels,
      reasons: new Map(wanted.map(({ messageId, reason }) => [messageId, reason])),
    };
    for (const conversation of conversationsOf(readable)) {
      await this.mailOutbox.put(user.deliveryEmail, await this.emailOf(recipient, conversation));
    }
  }

  private async readableChannels(
    user: UserSummary,
    messages: EmailedMessage[],
  ): Promise<Map<number, AccessedStream>> {
    const ids = new Set(messages.flatMap(({ streamId }) => streamId ?? []));
    const channels = await this.streamsAccess.findVisibleByIds(actorOf(user), [...ids]);
    return new Map(
      channels
        .filter(({ canSeeContent }) => canSeeContent)
        .map((channel) => [channel.stream.id, channel]),
    );
  }

  private async namesOrganization(
    { deliveryEmail }: UserSummary,
    { realm_name_in_email_notifications_policy: policy }: UserSettings,
  ): Promise<boolean> {
    if (policy !== 1) return policy === 2;
    return this.missedMessagesRepository.hasOtherAccounts(deliveryEmail);
  }

  private async emailOf(recipient: Recipient, conversation: Conversation): Promise<Email> {
    const { user, settings, realmSettings, organization, namesOrganization } = recipient;
    const { id: userId, realmId } = user;
    const showsContent =
      settings.message_content_in_email_notifications &&
      realmSettings.message_content_allowed_in_email_notifications;
    const newest = newestOf(conversation);
    const replyTo = await this.replyAddresses.issue({ realmId, userId, messageId: newest.id });
    const reasons = conversation.map(({ id }) => recipient.reasons.get(id));
    const common = {
      ...organization,
      name: user.fullName,
      namesOrganization,
      reasonKind: MISSED_REASONS.find((reason) => reasons.includes(reason)),
      unsubscribeUrl: await this.unsubscribeLinks.url({ realmId, userId }, 'missed_messages'),
    };
    if (!showsContent) {
      const actionUrl = organization.organizationUrl;
      return { template: 'missed-messages-hidden', variables: { ...common, actionUrl } };
    }
    const visible = await this.withVisibleSenders(user, await this.withContext(user, conversation));
    const url = organization.organizationUrl;
    const isDirect = newest.userIds !== null && newest.userIds.length <= 2;
    return {
      template: 'missed-messages',
      replyTo,
      variables: {
        ...common,
        title: await this.titleOf(recipient, newest),
        canReply: replyTo !== undefined,
        showsSenders: !isDirect,
        blocks: blocksOf(
          visible,
          ({ renderedContent }) => emailHtml(renderedContent, url),
          ({ content }) => quotedText(content, url),
        ),
        actionUrl: `${url}${pathOf(recipient, newest)}`,
      },
    };
  }

  /** Adds the messages before a mention in a channel, which explain it. */
  private async withContext(
    { id }: UserSummary,
    conversation: Conversation,
  ): Promise<EmailedMessage[]> {
    const [first] = conversation;
    if (first.streamId === null || (first.flags & MENTION_FLAGS) === 0) return conversation;
    return [...(await this.missedMessagesRepository.before(id, first, CONTEXT)), ...conversation];
  }

  /** Guests with limited access do not see the names of all senders. */
  private async withVisibleSenders(
    user: UserSummary,
    messages: EmailedMessage[],
  ): Promise<EmailedMessage[]> {
    const accessible = await this.userVisibility.accessibleIds(actorOf(user));
    if (accessible === undefined) return messages;
    const host = await this.realmsService.host(user.realmId);
    return messages.map((message) =>
      message.streamId === null || accessible.has(message.senderId)
        ? message
        : { ...message, senderName: hiddenUser(message.senderId, host).fullName },
    );
  }

  private async titleOf(
    { user, channels }: Recipient,
    { streamId, userIds, topic }: EmailedMessage,
  ): Promise<string> {
    const channel = streamId === null ? undefined : channels.get(streamId);
    if (channel) return channelTitle(channel.stream.name, topic || EMPTY_TOPIC_DISPLAY_NAME);
    const others = (userIds ?? []).filter((id) => id !== user.id);
    const users = await this.usersService.findByIds(user.realmId, others);
    return directTitle(users.map(({ fullName }) => fullName));
  }
}

/** The conversation in a client, at the message. */
function pathOf({ channels }: Recipient, message: EmailedMessage): string {
  const { id, streamId, userIds, topic } = message;
  const channel = streamId === null ? undefined : channels.get(streamId);
  if (channel) return messageUrl(channel.stream, topic, id);
  const kind = (userIds ?? []).length > 2 ? 'group' : 'dm';
  return `/#narrow/dm/${(userIds ?? []).join(',')}-${kind}/near/${id}`;
}
