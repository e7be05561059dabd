// Marks many messages as read: everything, a channel, or a topic. Each batch is one statement and
// one transaction, so that nobody else waits long for it.
import { Injectable } from '@nestjs/common';
import { invalidStreamId, StreamsAccess, topicFromClient } from '#modules/streams/streams';
import { Database } from '#platform/database/database.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import type { Actor } from '#platform/http/actor.js';
import { MarkReadRepository, type ReadPlace } from './mark-read.repository.js';
import { messageFlagsEvent } from './message-flags.events.js';

@Injectable()
export class MarkReadService {
  batchSize = 10_000;
  /** Below the minute after which proxies give up a request. */
  timeLimitMs = 40_000;

  constructor(
    private readonly markReadRepository: MarkReadRepository,
    private readonly streamsAccess: StreamsAccess,
    private readonly database: Database,
    private readonly eventLog: EventLog,
  ) {}

  /** Returns false when time was over before everything was marked; another call goes on. */
  async everything(actor: Actor): Promise<boolean> {
    const end = performance.now() + this.timeLimitMs;
    while (performance.now() < end) {
      if (await this.database.transaction(() => this.oneBatch(actor))) return true;
    }
    return false;
  }

  async channel(actor: Actor, streamId: number): Promise<void> {
    await this.place(actor, { recipientId: await this.recipientId(actor, streamId) });
  }

  /** Of a topic without messages there is nothing to mark. */
  async topic(actor: Actor, streamId: number, given: string): Promise<void> {
    const recipientId = await this.recipientId(actor, streamId);
    await this.place(actor, { recipientId, topic: topicFromClient(given.trim()) });
  }

  private async recipientId(actor: Actor, streamId: number): Promise<number> {
    const accessed = await this.streamsAccess.findById(actor, streamId);
    if (!accessed?.canSeeContent) throw invalidStreamId();
    return accessed.stream.recipient_id;
  }

  /** Returns whether nothing is left. */
  private async oneBatch(actor: Actor): Promise<boolean> {
    const marked = await this.markReadRepository.newest(actor.userId, this.batchSize);
    if (marked.length === this.batchSize) {
      this.tell(actor, marked);
      return false;
    }
    // What came meanwhile is marked too. From here on no message of the realm is committed before
    // this transaction, so that everything which the event's readers have by then is read.
    await this.eventLog.hold(actor.realmId);
    const late = await this.markReadRepository.newest(actor.userId, this.batchSize);
    if (marked.length + late.length > 0) this.tell(actor, 'all');
    return true;
  }

  private async place(actor: Actor, place: ReadPlace): Promise<void> {
    for (;;) {
      const marked = await this.database.transaction(async () => {
        const ids = await this.markReadRepository.newestIn(actor.userId, place, this.batchSize);
        if (ids.length > 0) this.tell(actor, ids);
        return ids.length;
      });
      if (marked < this.batchSize) return;
    }
  }

  private tell(actor: Actor, marked: number[] | 'all'): void {
    const which = marked === 'all' ? { messages: [], all: true as const } : { messages: marked };
    const change = { op: 'add' as const, flag: 'read', ...which };
    this.eventLog.append(messageFlagsEvent(actor.realmId, change, Audience.user(actor.userId)));
  }
}
