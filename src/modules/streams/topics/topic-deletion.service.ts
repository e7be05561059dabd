// Carries a deletion out: newest messages first, in short transactions that each note how far they
// came. Whatever ends the process in between, the next run goes on from there.
import { Injectable } from '@nestjs/common';
import { MessageDeletionService } from '#modules/messages/delete';
import { type Stream, StreamsService } from '#modules/streams/streams';
import { Clock } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { type TopicDeletion, TopicDeletionsRepository } from './topic-deletions.repository.js';
import { TopicIconsService } from './topic-icons.service.js';

/** In one transaction. */
const MAX_MESSAGES = 1000;
/** A message in a large channel has a copy for each of its readers. */
const MAX_COPIES = 20_000;

@Injectable()
export class TopicDeletionService {
  constructor(
    private readonly topicDeletionsRepository: TopicDeletionsRepository,
    private readonly messageDeletionService: MessageDeletionService,
    private readonly topicIconsService: TopicIconsService,
    private readonly streamsService: StreamsService,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Concurrent runs of one deletion wait for each other. */
  async run(deletionId: number, signal: AbortSignal): Promise<void> {
    for (let more = true; more;) {
      if (signal.aborted) throw new Error('Interrupted');
      more = await this.database.transaction(() => this.goOn(deletionId));
    }
  }

  /** Returns whether there may be more to do. */
  private async goOn(deletionId: number): Promise<boolean> {
    const deletion = await this.topicDeletionsRepository.lockRunning(deletionId);
    if (!deletion) return false;
    const stream = await this.streamsService.findById(deletion.realm_id, deletion.stream_id);
    if (!stream) throw new Error(`The channel of the topic deletion ${deletionId} is gone`);
    const ids = await this.nextBatch(deletion, stream);
    const oldest = ids.at(-1);
    if (oldest === undefined) {
      await this.finish(deletion, stream);
      return false;
    }
    const place = { realmId: stream.realm_id, channel: { stream, topic: deletion.topic } };
    await this.messageDeletionService.deleteBatch(place, ids);
    await this.topicDeletionsRepository.advance(deletionId, oldest - 1, this.clock.now());
    return true;
  }

  /** Newest first. */
  private async nextBatch(deletion: TopicDeletion, stream: Stream): Promise<number[]> {
    const ids = await this.topicDeletionsRepository.nextIds(
      deletion,
      stream.recipient_id,
      MAX_MESSAGES,
    );
    const newest = ids[0];
    if (newest === undefined) return [];
    const copies = await this.topicDeletionsRepository.countCopies(newest);
    return ids.slice(0, Math.ceil(MAX_COPIES / Math.max(copies, 1)));
  }

  /** In a transaction after the last batch, so that it sees what was done at the same time. */
  private async finish(deletion: TopicDeletion, stream: Stream): Promise<void> {
    await this.messageDeletionService.findFirstMessage(stream);
    await this.topicIconsService.removeFromGoneTopic(stream, deletion.topic);
    await this.topicDeletionsRepository.finish(deletion.id, this.clock.now());
  }
}
