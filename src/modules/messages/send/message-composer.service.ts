// Composes messages from texts: renders them and computes their flags, mentions and links.
import { Injectable } from '@nestjs/common';
import type { RenderedMessage, TopicLink } from '#modules/markdown/markdown';
import type { IdempotencyKey } from '#modules/messages/messages';
import {
  type ChannelTopic,
  MessageMentionsService,
  RenderMessageService,
} from '#modules/messages/render';
import type { Widget } from '#modules/messages/submessages';
import { MESSAGE_FLAGS } from '#modules/messages/user-messages';
import { UserSummaries, type UserSummary } from '#modules/users/users';
import { Clock } from '#platform/clock.js';
import { type Actor, EMBEDDED_BOT, OUTGOING_WEBHOOK_BOT } from '#platform/http/actor.js';

/** The recipient of a message: a topic of a channel, or the users of a conversation by ascending id. */
export type Recipient = ChannelTopic | { users: UserSummary[] };

export interface MessageText {
  recipient: Recipient;
  content: string;
}

/** The common fields of messages that are sent together. */
export interface MessageOptions {
  sender: Actor;
  /** The sender's own user message starts as read. */
  readBySender: boolean;
  widget?: Widget | undefined;
  idempotencyKey?: IdempotencyKey | undefined;
  /** Defaults to the current time. */
  dateSent?: Date | undefined;
}

export interface ComposedMessage extends MessageText, MessageOptions {
  dateSent: Date;
  rendered: RenderedMessage;
  topicLinks: TopicLink[];
  /** Flags of all user messages of this message, and further flags by user id. */
  commonFlags: number;
  personalFlags: ReadonlyMap<number, number>;
  triggeredBots: TriggeredBots;
}

/** The bots to which the server passes the message, by id. */
export interface TriggeredBots {
  embeddedBotIds: number[];
  webhookBotIds: number[];
}

@Injectable()
export class MessageComposer {
  constructor(
    private readonly renderMessageService: RenderMessageService,
    private readonly messageMentionsService: MessageMentionsService,
    private readonly userSummaries: UserSummaries,
    private readonly clock: Clock,
  ) {}

  /** Throws when the sender may not mention a group or as many users as a text mentions. */
  async compose(options: MessageOptions, texts: MessageText[]): Promise<ComposedMessage[]> {
    const { sender, readBySender } = options;
    const contents = texts.map(({ content }) => content);
    const rendered = await this.renderMessageService.render(sender, contents);
    const flags = await this.messageMentionsService.flags(
      sender,
      texts.map(({ content, recipient }, index) => ({
        content,
        mentions: rendered[index]!.mentions,
        target: channelTopic(recipient),
      })),
    );
    const topics = texts.map(({ recipient }) => channelTopic(recipient)?.topic ?? '');
    const topicLinks = await this.renderMessageService.topicLinks(sender.realmId, topics);
    const triggeredBots = await this.triggeredBots(sender, texts, rendered);
    const dateSent = options.dateSent ?? this.clock.now();
    return texts.map((text, index) => {
      const { common, personal } = flags[index]!;
      return {
        ...options,
        ...text,
        dateSent,
        rendered: rendered[index]!,
        topicLinks: topicLinks[index]!,
        commonFlags: common,
        personalFlags: readBySender ? withRead(personal, sender.userId) : personal,
        triggeredBots: triggeredBots[index]!,
      };
    });
  }

  /**
   * Returns the bots in each conversation, or the bots that each text mentions in its channel. Messages from bots
   * have none, because bots could reply to each other forever.
   */
  private async triggeredBots(
    sender: Actor,
    texts: MessageText[],
    rendered: RenderedMessage[],
  ): Promise<TriggeredBots[]> {
    if (sender.isBot) return texts.map(() => botsAmong([]));
    const mentioned = texts.map(({ recipient }, index) =>
      'users' in recipient ? [] : rendered[index]!.mentions.userIds,
    );
    const ids = new Set(mentioned.flat());
    const users = ids.size > 0 ? await this.userSummaries.of(sender.realmId, ids) : undefined;
    return texts.map(({ recipient }, index) =>
      'users' in recipient
        ? botsAmong(recipient.users)
        : botsAmong(mentioned[index]!.flatMap((id) => users?.get(id) ?? [])),
    );
  }
}

export function channelTopic(recipient: Recipient): ChannelTopic | undefined {
  return 'users' in recipient ? undefined : recipient;
}

function botsAmong(users: UserSummary[]): TriggeredBots {
  const ofType = (type: number): number[] =>
    users.filter(({ botType }) => botType === type).map(({ id }) => id);
  return { embeddedBotIds: ofType(EMBEDDED_BOT), webhookBotIds: ofType(OUTGOING_WEBHOOK_BOT) };
}

function withRead(flags: ReadonlyMap<number, number>, userId: number): Map<number, number> {
  return new Map(flags).set(userId, (flags.get(userId) ?? 0) | MESSAGE_FLAGS.read);
}
