// The icon of a topic, which everybody sees who sees the topic.
import { Injectable } from '@nestjs/common';
import { type Emoji, emojiView } from '#modules/realms/emoji';
import { type Stream, StreamHistory, topicFromClient } from '#modules/streams/streams';
import { Database } from '#platform/database/database.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { TopicIconsRepository } from './topic-icons.repository.js';
import { TopicsAccess } from './topics.access.js';
import { type TopicIconChanged, topicIconEvent } from './topics.events.js';
import { TopicsRepository } from './topics.repository.js';

export interface TopicPlace {
  stream: Stream;
  topic: string;
}

@Injectable()
export class TopicIconsService {
  constructor(
    private readonly topicsAccess: TopicsAccess,
    private readonly topicsRepository: TopicsRepository,
    private readonly topicIconsRepository: TopicIconsRepository,
    private readonly streamHistory: StreamHistory,
    private readonly database: Database,
    private readonly eventLog: EventLog,
  ) {}

  async set(actor: Actor, streamId: number, topicName: string, icon: Emoji): Promise<void> {
    const { stream, topic } = await this.changeableTopic(actor, streamId, topicName);
    await this.topicsAccess.checkIcon(actor, icon);
    await this.database.transaction(async () => {
      if (!(await this.topicIconsRepository.set(streamId, topic, icon))) return;
      const readers = await this.readersOfTopic(stream, topic);
      this.tell(stream, { op: 'set', streamId, topic, icon: emojiView(icon) }, readers);
    });
  }

  async remove(actor: Actor, streamId: number, topicName: string): Promise<void> {
    const { stream, topic } = await this.changeableTopic(actor, streamId, topicName);
    await this.database.transaction(async () => {
      if (!(await this.topicIconsRepository.remove(streamId, topic))) return;
      const readers = await this.readersOfTopic(stream, topic);
      this.tell(stream, { op: 'remove', streamId, topic }, readers);
    });
  }

  /** Takes the icon from a topic whose last message is deleted. Joins the present transaction. */
  async removeFromGoneTopic(stream: Stream, topic: string): Promise<void> {
    const messages = { recipientId: stream.recipient_id, topic, onlyReceivedBy: null };
    if ((await this.topicsRepository.newestId(messages)) !== undefined) return;
    if (!(await this.topicIconsRepository.remove(stream.id, topic))) return;
    // Who received its messages is no longer known.
    const readers = await this.streamHistory.readers(stream);
    this.tell(stream, { op: 'remove', streamId: stream.id, topic }, readers);
  }

  /**
   * Takes the icon along when the last message of a topic goes to another one, unless that one has
   * an icon of its own. Joins the present transaction.
   */
  async moveWithTopic(from: TopicPlace, to: TopicPlace): Promise<void> {
    const icon = await this.topicIconsRepository.take(from.stream.id, from.topic);
    if (!icon) return;
    // Who received the messages of a topic is not known when it has none.
    const formerReaders = await this.streamHistory.readers(from.stream);
    const { stream, topic } = from;
    this.tell(stream, { op: 'remove', streamId: stream.id, topic }, formerReaders);
    if (!(await this.topicIconsRepository.setFirst(to.stream.id, to.topic, icon))) return;
    const readers = await this.readersOfTopic(to.stream, to.topic);
    this.tell(
      to.stream,
      { op: 'set', streamId: to.stream.id, topic: to.topic, icon: emojiView(icon) },
      readers,
    );
  }

  /** A topic that the person does not see is answered like one that is not there. */
  private async changeableTopic(
    actor: Actor,
    streamId: number,
    topicName: string,
  ): Promise<{ stream: Stream; topic: string }> {
    const { stream, canSeeHistory } = await this.topicsAccess.withChangeableTopics(actor, streamId);
    const topic = topicFromClient(topicName.trim());
    const seen = {
      recipientId: stream.recipient_id,
      topic,
      onlyReceivedBy: canSeeHistory ? null : actor.userId,
    };
    if ((await this.topicsRepository.newestId(seen)) === undefined) {
      throw ApiError.badRequest('There is no such topic in this channel');
    }
    return { stream, topic };
  }

  private async readersOfTopic(stream: Stream, topic: string): Promise<Audience> {
    const readers = await this.streamHistory.readers(stream);
    if (stream.history_public_to_subscribers || readers.kind !== 'users') return readers;
    const place = { recipientId: stream.recipient_id, topic };
    return Audience.users(await this.topicsRepository.receiversAmong(place, readers.userIds));
  }

  private tell(stream: Stream, change: TopicIconChanged, readers: Audience): void {
    this.eventLog.append(topicIconEvent(stream.realm_id, change, readers));
  }
}
