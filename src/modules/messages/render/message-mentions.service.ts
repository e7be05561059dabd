// Whom a text concerns: who is mentioned, alone, as one of a group or with everybody, and whose
// alert words are in it; and whether its writer may do that. A text that mentions nobody costs no
// query.
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

/** Mentioning more people than this at once needs a permission. */
const MAX_MENTIONED_BY_ANYBODY = 15;

/** What the renderer and the alert words decide; the rest is up to the reader. */
const REPLACED_FLAGS = MENTION_FLAGS | MESSAGE_FLAGS.has_alert_word;

/** Flag bits of the copies of a message, as far as its text decides them. */
export interface TextFlags {
  /** Of every copy. */
  everyone: number;
  /** Of the copies of single people, if they get one. */
  people: ReadonlyMap<number, number>;
}

/** Where a text goes: a topic, or undefined for a direct conversation. */
export type MentionTarget = { stream: Stream; topic: string } | undefined;

export interface MentioningText {
  target: MentionTarget;
  content: string;
  rendered: Pick<RenderedMessage, 'mentions'>;
}

@Injectable()
export class MessageMentionsService {
  constructor(
    private readonly messageMentionsRepository: MessageMentionsRepository,
    private readonly groupMentions: GroupMentions,
    private readonly realmPermissions: RealmPermissions,
    private readonly alertWordsService: AlertWordsService,
  ) {}

  /** Throws when the writer may not mention a group or so many people. */
  async flags(writer: Actor, text: MentioningText): Promise<TextFlags> {
    return (await this.allFlags(writer, [text]))[0]!;
  }

  /** As above, of each text. */
  async allFlags(writer: Actor, texts: MentioningText[]): Promise<TextFlags[]> {
    const alerted = await this.alertWordsService.peopleAlertedBy(
      writer.realmId,
      texts.map(({ content }) => content),
    );
    const flags: TextFlags[] = [];
    for (const [index, text] of texts.entries()) {
      flags.push(await this.flagsOf(writer, text, alerted[index]!));
    }
    return flags;
  }

  /** Flag bits of all copies of a message, by user id. They stay so until the transaction ends. */
  lockFlags(messageId: number): Promise<ReadonlyMap<number, number>> {
    return this.messageMentionsRepository.lockCopies(messageId);
  }

  /**
   * After a message has got another text: its copies lose the flags of the old text and get those
   * of the new one. Returns the flags of all copies. Joins the present transaction.
   */
  async replaceFlags(
    messageId: number,
    { everyone, people }: TextFlags,
  ): Promise<ReadonlyMap<number, number>> {
    const copies = await this.messageMentionsRepository.lockCopies(messageId);
    const changed = new Map<number, number[]>();
    for (const [userId, before] of copies) {
      const now = (before & ~REPLACED_FLAGS) | everyone | (people.get(userId) ?? 0);
      if (now === before) continue;
      copies.set(userId, now);
      const others = changed.get(now);
      if (others) others.push(userId);
      else changed.set(now, [userId]);
    }
    for (const [flags, userIds] of changed) {
      await this.messageMentionsRepository.setFlags(messageId, userIds, flags);
    }
    return copies;
  }

  private async flagsOf(
    writer: Actor,
    { target, rendered: { mentions } }: MentioningText,
    alerted: number[],
  ): Promise<TextFlags> {
    const people = new Map<number, number>();
    const mark = (userIds: number[], bit: number): void => {
      for (const userId of userIds) people.set(userId, (people.get(userId) ?? 0) | bit);
    };
    mark(mentions.userIds, MESSAGE_FLAGS.mentioned);
    if (mentions.groupIds.length > 0) {
      mark(await this.groupMentions.reach(writer, mentions.groupIds), MESSAGE_FLAGS.mentioned);
    }
    if (mentions.streamWildcard && target) await this.checkChannelWildcard(writer, target.stream);
    if (mentions.topicWildcard && target) {
      mark(await this.participants(writer, target), MESSAGE_FLAGS.topic_wildcard_mentioned);
    }
    mark(alerted, MESSAGE_FLAGS.has_alert_word);
    return {
      everyone: mentions.streamWildcard ? MESSAGE_FLAGS.stream_wildcard_mentioned : 0,
      people,
    };
  }

  private async checkChannelWildcard(writer: Actor, stream: Stream): Promise<void> {
    if (await this.mayMention(writer, stream.subscriber_count)) return;
    throw new ApiError(
      'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
      400,
      'You can not mention everybody in this channel',
    );
  }

  private async participants(
    writer: Actor,
    { stream, topic }: { stream: Stream; topic: string },
  ): Promise<number[]> {
    const userIds = await this.messageMentionsRepository.participants(stream.recipient_id, topic);
    if (await this.mayMention(writer, userIds.length)) return userIds;
    throw new ApiError(
      'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
      400,
      'You can not mention everybody in this topic',
    );
  }

  private async mayMention(writer: Actor, count: number): Promise<boolean> {
    if (count <= MAX_MENTIONED_BY_ANYBODY) return true;
    return this.realmPermissions.holds(writer, 'can_mention_many_users_group');
  }
}
