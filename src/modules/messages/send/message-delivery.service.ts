// Delivers a message that may be sent: in one transaction it is stored, with a copy for everyone
// who receives it, and the event that tells their clients is appended. What its sender sends again
// under the same name is delivered once.
import { Injectable } from '@nestjs/common';
import type { Stream } from '#modules/streams/streams';
import type { UserSummary } from '#modules/users/users';
import { GroupCommit } from '#platform/database/group-commit.js';
import { ChannelActivity } from './channel-activity.service.js';
import { DirectConversations } from './direct-conversations.service.js';
import { MessageAnnouncements } from './message-announcements.service.js';
import {
  type ComposedMessage,
  fingerprint,
  MessageComposer,
  type OutgoingMessage,
} from './message-composer.service.js';
import {
  type NewMessage,
  NewMessagesRepository,
  type SentMessage,
  type SentToEach,
} from './new-messages.repository.js';
import { RecipientsRepository } from './recipients.repository.js';

export interface Delivery {
  id: number;
  /** What the topic now is for the sender, if this has changed it: 2 unmuted, 3 followed. */
  newVisibilityPolicy?: 2 | 3;
}

/** What messages that differ in their texts have in common. */
export type Notice = Omit<OutgoingMessage, 'content'>;

export interface StreamNotice {
  stream: Stream;
  topic: string;
  content: string;
}

export interface PersonNotice {
  person: UserSummary;
  content: string;
}

/** A message with more takes so long that others should not wait for it. */
const MAX_SHARED_COPIES = 1000;

/** Rolls the transaction back: the message is there already, from before or from elsewhere. */
class SentAlready extends Error {
  constructor(readonly sentAs: Buffer) {
    super('The message was sent already');
  }
}

@Injectable()
export class MessageDeliveryService {
  constructor(
    private readonly messageComposer: MessageComposer,
    private readonly newMessagesRepository: NewMessagesRepository,
    private readonly recipientsRepository: RecipientsRepository,
    private readonly directConversations: DirectConversations,
    private readonly channelActivity: ChannelActivity,
    private readonly messageAnnouncements: MessageAnnouncements,
    private readonly groupCommit: GroupCommit,
  ) {}

  /** To everyone who is subscribed. */
  async toStream(message: OutgoingMessage, stream: Stream, topic: string): Promise<Delivery> {
    const composed = await this.messageComposer.compose(message, { stream, topic });
    const { mentionedUserIds } = composed;
    return this.once(composed, stream.subscriber_count, async () => {
      const row = newMessage(composed, stream.recipient_id, topic);
      const sent = inserted(row, await this.newMessagesRepository.insertForStream(row, stream.id));
      await this.messageAnnouncements.toStream(composed, row, sent, stream);
      const news = { topic, mentionedUserIds, sent };
      const policy = await this.channelActivity.noteMessage(message.writer, stream, news);
      return { id: sent.id, ...(policy === undefined ? {} : { newVisibilityPolicy: policy }) };
    });
  }

  /** To these people, the sender among them, by ascending id. */
  async toPeople(message: OutgoingMessage, people: UserSummary[]): Promise<Delivery> {
    const composed = await this.messageComposer.compose(message, undefined);
    const userIds = people.map(({ id }) => id);
    return this.once(composed, people.length, async () => {
      const recipientId = await this.directConversations.begin(composed.realmId, people);
      const row = newMessage(composed, recipientId, '');
      const sent = inserted(row, await this.newMessagesRepository.insertForPeople(row, userIds));
      await this.messageAnnouncements.toPeople(composed, row, sent, people);
      return { id: sent.id };
    });
  }

  /**
   * A message of its own for each of several channels, no channel twice. The writer is one of the
   * server's own bots.
   */
  async toEachStream(message: Notice, notices: StreamNotice[]): Promise<void> {
    if (notices.length === 0) return;
    const targets = notices.map(({ stream, topic, content }) => ({
      content,
      target: { stream, topic },
    }));
    const composed = await this.messageComposer.composeAll(message, targets);
    const { realmId } = message.writer;
    await this.groupCommit.alone(async () => {
      const sentTo = await this.insertForEach(
        composed.map((text, index) => {
          const { stream, topic } = notices[index]!;
          return newMessage(text, stream.recipient_id, topic);
        }),
      );
      const noted = [];
      for (const { index, row, sent } of sentTo) {
        const { stream, topic } = notices[index]!;
        const { mentionedUserIds } = composed[index]!;
        await this.messageAnnouncements.toStream(composed[index]!, row, sent, stream);
        noted.push({ stream, news: { topic, mentionedUserIds, sent } });
      }
      await this.channelActivity.noteNotices(realmId, noted);
    });
  }

  /** A direct message of its own for each of several people, nobody twice. */
  async toEachPerson(message: Notice, bot: UserSummary, notices: PersonNotice[]): Promise<void> {
    if (notices.length === 0) return;
    const composed = await this.messageComposer.composeAll(
      message,
      notices.map(({ content }) => ({ content, target: undefined })),
    );
    await this.groupCommit.alone(async () => {
      const conversations = await this.recipientsRepository.conversationIds(
        bot.realmId,
        bot.id,
        notices.map(({ person }) => person.id),
      );
      const sentTo = await this.insertForEach(
        composed.map((text, index) =>
          newMessage(text, conversations.get(notices[index]!.person.id)!, ''),
        ),
      );
      for (const { index, row, sent } of sentTo) {
        const people = [bot, notices[index]!.person].toSorted((a, b) => a.id - b.id);
        await this.messageAnnouncements.toPeople(composed[index]!, row, sent, people);
      }
    });
  }

  /** In the order of their ids, which is that of their events. */
  private async insertForEach(
    rows: NewMessage[],
  ): Promise<{ index: number; row: NewMessage; sent: SentToEach }[]> {
    const indexes = new Map(rows.map(({ recipientId }, index) => [recipientId, index]));
    const sent = await this.newMessagesRepository.insertForEach(rows);
    return sent.map((one) => {
      const index = indexes.get(one.recipient_id)!;
      return { index, row: rows[index]!, sent: one };
    });
  }

  private async once(
    { senderId, realmId }: ComposedMessage,
    copies: number,
    deliver: () => Promise<Delivery>,
  ): Promise<Delivery> {
    try {
      return await (copies > MAX_SHARED_COPIES
        ? this.groupCommit.alone(deliver)
        : this.groupCommit.run(realmId, deliver));
    } catch (error) {
      if (!(error instanceof SentAlready)) throw error;
      const id = await this.newMessagesRepository.idOf(senderId, error.sentAs);
      if (id === undefined) throw error;
      return { id };
    }
  }
}

function newMessage(composed: ComposedMessage, recipientId: number, topic: string): NewMessage {
  return {
    ...composed,
    recipientId,
    topic,
    fingerprint: fingerprint(composed, recipientId, topic),
  };
}

function inserted<Sent extends SentMessage>(row: NewMessage, sent: Sent | undefined): Sent {
  if (sent) return sent;
  if (row.fingerprint) throw new SentAlready(row.fingerprint);
  throw new Error('The sender or the organization of a message is gone');
}
