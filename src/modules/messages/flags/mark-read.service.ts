// Marks many messages as read: all, those of a channel or topic, or those of a sender. Each batch has
// a transaction of its own, so that no other one waits long for it.
import { Injectable } from '@nestjs/common';
import { StreamsAccess, topicFromClient } from '#modules/streams/streams';
import { Clock } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import type { Actor } from '#platform/http/actor.js';
import { MarkReadRepository, type RecipientTopic } from './mark-read.repository.js';
import { messageFlagsEvent } from './message-flags.events.js';

const BATCH = 10_000;

/** Less than the minute after which proxies give up a request. */
const TIME_LIMIT_MS = 40_000;

@Injectable()
export class MarkReadService {
  constructor(
    private readonly markReadRepository: MarkReadRepository,
    private readonly streamsAccess: StreamsAccess,
    private readonly database: Database,
    private readonly eventLog: EventLog,
    private readonly clock: Clock,
  ) {}

  /** Returns false when the time limit ended it early; the client then repeats the request. */
  async all(actor: Actor): Promise<boolean> {
    const end = this.clock.elapsed() + TIME_LIMIT_MS;
    while (this.clock.elapsed() < end) {
      if (await this.database.transaction(() => this.markBatch(actor))) return true;
    }
    return false;
  }

  async channel(actor: Actor, streamId: number): Promise<void> {
    await this.recipient(actor, { recipientId: await this.recipientId(actor, streamId) });
  }

  async topic(actor: Actor, streamId: number, topicName: string): Promise<void> {
    const recipientId = await this.recipientId(actor, streamId);
    await this.recipient(actor, { recipientId, topic: topicFromClient(topicName.trim()) });
  }

  /** Joins the current transaction. */
  async fromSender(actor: Actor, senderId: number): Promise<void> {
    const marked = await this.markReadRepository.fromSender(actor.userId, senderId);
    if (marked.length > 0) this.publish(actor, marked);
  }

  /** Messages of a channel whose content is hidden from the actor cannot be marked. */
  private async recipientId(actor: Actor, streamId: number): Promise<number> {
    const { stream } = await this.streamsAccess.requireReadable(actor, streamId);
    return stream.recipientId;
  }

  /** Returns whether no unread message is left. */
  private async markBatch(actor: Actor): Promise<boolean> {
    const marked = await this.markReadRepository.newest(actor.userId, BATCH);
    if (marked.length === BATCH) {
      this.publish(actor, marked);
      return false;
    }
    // While the event log is held, no message of the realm is committed before this transaction: all
    // messages that a client has when it receives the event are read.
    await this.eventLog.hold(actor.realmId);
    const late = await this.markReadRepository.newest(actor.userId, BATCH);
    if (marked.length + late.length > 0) this.publish(actor, 'all');
    return true;
  }

  private async recipient(actor: Actor, recipient: RecipientTopic): Promise<void> {
    for (let count = BATCH; count === BATCH;) {
      count = await this.database.transaction(async () => {
        const marked = await this.markReadRepository.newestIn(actor.userId, recipient, BATCH);
        if (marked.length > 0) this.publish(actor, marked);
        return marked.length;
      });
    }
  }

  private publish({ realmId, userId }: Actor, marked: number[] | 'all'): void {
    const which = marked === 'all' ? { messages: [], all: true as const } : { messages: marked };
    const change = { op: 'add' as const, flag: 'read', ...which };
    this.eventLog.append(messageFlagsEvent(realmId, change, Audience.user(userId)));
  }
}
