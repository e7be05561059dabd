// Computes the flags that the text of a message sets: for users who are mentioned by name, as members of
// a group or by a wildcard, and for users whose alert words it contains. Checks that the writer may
// mention them. A text without mentions needs no query.
import { Injectable } from '@nestjs/common';
import { GroupMentions } from '#modules/groups/groups';
import type { RenderedMessage } from '#modules/markdown/markdown';
import { MENTION_FLAGS, MESSAGE_FLAGS } from '#modules/messages/user-messages';
import { RealmPermissions } from '#modules/realms/realms';
import type { Stream } from '#modules/streams/streams';
import { AlertWordsService } from '#modules/users/alert-words';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { MessageMentionsRepository } from './message-mentions.repository.js';

/** Mentioning more users at once needs a permission. */
const MAX_MENTIONS_WITHOUT_PERMISSION = 15;

/** The flags that depend on the text of a message; the others are the user's own. */
export const TEXT_FLAGS = MENTION_FLAGS | MESSAGE_FLAGS.has_alert_word;

/** The flags of user messages that depend on the text. */
export interface TextFlags {
  /** Flags of all user messages. */
  common: number;
  /** Further flags by user id, also of users who do not receive the message. */
  personal: ReadonlyMap<number, number>;
}

export interface ChannelTopic {
  stream: Stream;
  topic: string;
}

export interface MentioningText {
  /** Undefined for a direct message. */
  target: ChannelTopic | undefined;
  content: string;
  mentions: RenderedMessage['mentions'];
}

@Injectable()
export class MessageMentionsService {
  constructor(
    private readonly messageMentionsRepository: MessageMentionsRepository,
    private readonly groupMentions: GroupMentions,
    private readonly realmPermissions: RealmPermissions,
    private readonly alertWordsService: AlertWordsService,
  ) {}

  /** The flags of each text. Throws when the writer may not mention a group or that many users. */
  async flags(writer: Actor, texts: MentioningText[]): Promise<TextFlags[]> {
    const alerted = await this.alertWordsService.usersAlertedBy(
      writer.realmId,
      texts.map(({ content }) => content),
    );
    const flags: TextFlags[] = [];
    for (const [index, text] of texts.entries()) {
      flags.push(await this.flagsOf(writer, text, alerted[index]!));
    }
    return flags;
  }

  private async flagsOf(
    writer: Actor,
    { target, mentions }: MentioningText,
    alerted: number[],
  ): Promise<TextFlags> {
    const personal = new Map<number, number>();
    const mark = (userIds: number[], bit: number): void => {
      for (const userId of userIds) personal.set(userId, (personal.get(userId) ?? 0) | bit);
    };
    mark(mentions.userIds, MESSAGE_FLAGS.mentioned);
    if (mentions.groupIds.length > 0) {
      mark(
        await this.groupMentions.findMentionedMembers(writer, mentions.groupIds),
        MESSAGE_FLAGS.mentioned,
      );
    }
    if (mentions.streamWildcard && target) await this.checkChannelWildcard(writer, target.stream);
    if (mentions.topicWildcard && target) {
      mark(await this.participants(writer, target), MESSAGE_FLAGS.topic_wildcard_mentioned);
    }
    mark(alerted, MESSAGE_FLAGS.has_alert_word);
    return {
      common: mentions.streamWildcard ? MESSAGE_FLAGS.stream_wildcard_mentioned : 0,
      personal,
    };
  }

  private async checkChannelWildcard(writer: Actor, stream: Stream): Promise<void> {
    if (await this.mayMention(writer, stream.subscriberCount)) return;
    throw new ApiError(
      'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
      400,
      'You may not mention all users of this channel',
    );
  }

  private async participants(writer: Actor, { stream, topic }: ChannelTopic): Promise<number[]> {
    const userIds = await this.messageMentionsRepository.participants(stream.recipientId, topic);
    if (await this.mayMention(writer, userIds.length)) return userIds;
    throw new ApiError(
      'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
      400,
      'You may not mention all participants of this topic',
    );
  }

  private async mayMention(writer: Actor, count: number): Promise<boolean> {
    if (count <= MAX_MENTIONS_WITHOUT_PERMISSION) return true;
    return this.realmPermissions.holds(writer, 'can_mention_many_users_group');
  }
}
