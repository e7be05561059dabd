// Deletes what somebody wrote, newest first, in short transactions that each note how far they came.
// Whatever ends the process in between, the next run goes on from there.
import { Injectable } from '@nestjs/common';
import { MessageDeletionService } from '#modules/messages/message-deletion.service.js';
import { StreamsService } from '#modules/streams/streams.service.js';
import { Clock } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { JobQueue } from '#platform/jobs/job-queue.js';
import { purgeMessages } from './message-purges.jobs.js';
import {
  type MessagePurge,
  MessagePurgesRepository,
  type PurgedMessage,
  type PurgedPlaces,
} from './message-purges.repository.js';

export type { PurgedPlaces } from './message-purges.repository.js';

/** A message in a large channel has a copy for each of its readers. */
const BATCH = 100;
const STUCK_AFTER_SECONDS = 240;

@Injectable()
export class MessagePurges {
  constructor(
    private readonly repository: MessagePurgesRepository,
    private readonly messages: MessageDeletionService,
    private readonly streams: StreamsService,
    private readonly jobs: JobQueue,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Joins the present transaction; the messages go later. */
  async begin(realmId: number, senderId: number, places: PurgedPlaces): Promise<void> {
    const id = await this.repository.insert(realmId, senderId, places, this.clock.now());
    this.enqueue(id);
  }

  async run(purgeId: number, signal: AbortSignal): Promise<void> {
    for (let more = true; more;) {
      if (signal.aborted) throw new Error('Interrupted');
      more = await this.database.transaction(() => this.goOn(purgeId));
    }
  }

  async findStuck(): Promise<void> {
    const now = this.clock.now();
    for (const id of await this.repository.findStuck(now, STUCK_AFTER_SECONDS)) {
      if (await this.jobs.retry(`${purgeMessages.queue}/${purgeMessages.name}.${id}`)) continue;
      await this.database.transaction(async () => this.enqueue(id));
    }
  }

  private enqueue(purgeId: number): void {
    this.jobs.enqueue(purgeMessages, { purgeId }, { jobId: purgeId });
  }

  /** Returns whether there may be more to do. */
  private async goOn(purgeId: number): Promise<boolean> {
    const purge = await this.repository.lock(purgeId);
    if (!purge) return false;
    const batch = await this.repository.nextMessages(purge, BATCH);
    const oldest = batch.at(-1);
    if (!oldest) {
      await this.repository.delete(purgeId);
      return false;
    }
    for (const messages of byPlace(batch)) await this.delete(purge, messages);
    await this.repository.advance(purgeId, oldest.id - 1, this.clock.now());
    return true;
  }

  /** Messages of one place. */
  private async delete({ realmId }: MessagePurge, messages: PurgedMessage[]): Promise<void> {
    const ids = messages.map(({ id }) => id);
    const { stream_id: streamId, topic } = messages[0]!;
    if (streamId === null) {
      await this.messages.deleteBatch({ realmId, channel: null }, ids);
      return;
    }
    const stream = await this.streams.find(realmId, streamId);
    if (stream) await this.messages.deleteBatch({ realmId, channel: { stream, topic } }, ids);
  }
}

function byPlace(messages: PurgedMessage[]): PurgedMessage[][] {
  const places = new Map<string, PurgedMessage[]>();
  for (const message of messages) {
    const key = message.stream_id === null ? '' : `${message.stream_id} ${message.topic}`;
    places.set(key, [...(places.get(key) ?? []), message]);
  }
  return [...places.values()];
}
