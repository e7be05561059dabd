// Icons of topics. An icon is visible to all users who can see the topic.
import { Injectable } from '@nestjs/common';
import { type Emoji, emojiView } from '#modules/realms/emoji';
import { type Stream, StreamHistory, topicFromClient } from '#modules/streams/streams';
import { Database } from '#platform/database/database.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { TopicIconsAccess } from './topic-icons.access.js';
import { type TopicIconChanged, topicIconEvent } from './topic-icons.events.js';
import { TopicIconsRepository } from './topic-icons.repository.js';

export interface StreamTopic {
  stream: Stream;
  topic: string;
}

@Injectable()
export class TopicIconsService {
  constructor(
    private readonly topicIconsAccess: TopicIconsAccess,
    private readonly topicIconsRepository: TopicIconsRepository,
    private readonly streamHistory: StreamHistory,
    private readonly database: Database,
    private readonly eventLog: EventLog,
  ) {}

  async set(actor: Actor, streamId: number, topicName: string, icon: Emoji): Promise<void> {
    const { stream, topic } = await this.editableTopic(actor, streamId, topicName);
    await this.topicIconsAccess.checkIcon(actor, icon);
    await this.database.transaction(async () => {
      if (!(await this.topicIconsRepository.set(streamId, topic, icon))) return;
      const readers = await this.readersOfTopic(stream, topic);
      this.publish(stream, { op: 'set', streamId, topic, icon: emojiView(icon) }, readers);
    });
  }

  async remove(actor: Actor, streamId: number, topicName: string): Promise<void> {
    const { stream, topic } = await this.editableTopic(actor, streamId, topicName);
    await this.database.transaction(async () => {
      if (!(await this.topicIconsRepository.delete(streamId, topic))) return;
      const readers = await this.readersOfTopic(stream, topic);
      this.publish(stream, { op: 'remove', streamId, topic }, readers);
    });
  }

  /** Removes the icon of a topic whose last message was deleted. Joins the current transaction. */
  async removeFromEmptyTopic(stream: Stream, topic: string): Promise<void> {
    const messages = { recipientId: stream.recipientId, topic, onlyReceivedBy: null };
    if (await this.topicIconsRepository.hasMessages(messages)) return;
    if (!(await this.topicIconsRepository.delete(stream.id, topic))) return;
    // The recipients of deleted messages are unknown.
    const readers = await this.streamHistory.findReaders(stream);
    this.publish(stream, { op: 'remove', streamId: stream.id, topic }, readers);
  }

  /**
   * Moves the icon when the last message of a topic moves, unless the target has an icon. Joins the
   * current transaction.
   */
  async moveWithTopic(from: StreamTopic, to: StreamTopic): Promise<void> {
    const icon = await this.topicIconsRepository.delete(from.stream.id, from.topic);
    if (!icon) return;
    // The recipients of moved messages are unknown.
    const formerReaders = await this.streamHistory.findReaders(from.stream);
    const { stream, topic } = from;
    this.publish(stream, { op: 'remove', streamId: stream.id, topic }, formerReaders);
    if (!(await this.topicIconsRepository.setIfAbsent(to.stream.id, to.topic, icon))) return;
    const readers = await this.readersOfTopic(to.stream, to.topic);
    this.publish(
      to.stream,
      { op: 'set', streamId: to.stream.id, topic: to.topic, icon: emojiView(icon) },
      readers,
    );
  }

  /** Throws the same error for a topic that does not exist and for a topic that the actor cannot see. */
  private async editableTopic(
    actor: Actor,
    streamId: number,
    topicName: string,
  ): Promise<{ stream: Stream; topic: string }> {
    const { stream, canSeeHistory } = await this.topicIconsAccess.requireEditable(actor, streamId);
    const topic = topicFromClient(topicName.trim());
    const visible = {
      recipientId: stream.recipientId,
      topic,
      onlyReceivedBy: canSeeHistory ? null : actor.userId,
    };
    if (!(await this.topicIconsRepository.hasMessages(visible))) {
      throw ApiError.badRequest('There is no such topic in this channel');
    }
    return { stream, topic };
  }

  private async readersOfTopic(stream: Stream, topic: string): Promise<Audience> {
    const readers = await this.streamHistory.findReaders(stream);
    if (stream.historyPublicToSubscribers || readers.kind !== 'users') return readers;
    const messages = { recipientId: stream.recipientId, topic };
    return Audience.users(
      await this.topicIconsRepository.findRecipients(messages, readers.userIds),
    );
  }

  private publish(stream: Stream, change: TopicIconChanged, readers: Audience): void {
    this.eventLog.append(topicIconEvent(stream.realmId, change, readers));
  }
}
