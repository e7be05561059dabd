// Deletes what somebody wrote, newest first, in short transactions that each note how far they came.
// Whatever ends the process in between, the next run goes on from there.
import { Injectable } from '@nestjs/common';
import { MessageDeletionService } from '#modules/messages/delete';
import { StreamsService } from '#modules/streams/streams';
import { TopicIconsService, type TopicPlace } from '#modules/streams/topics';
import { Clock } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import {
  type MessagePurge,
  MessagePurgesRepository,
  type PurgedMessage,
} from './message-purges.repository.js';

/** A message in a large channel has a copy for each of its readers. */
const BATCH = 100;

@Injectable()
export class MessagePurging {
  constructor(
    private readonly messagePurgesRepository: MessagePurgesRepository,
    private readonly messageDeletionService: MessageDeletionService,
    private readonly topicIconsService: TopicIconsService,
    private readonly streamsService: StreamsService,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async run(purgeId: number, signal: AbortSignal): Promise<void> {
    for (let more = true; more;) {
      if (signal.aborted) throw new Error('Interrupted');
      const places = await this.database.transaction(() => this.goOn(purgeId));
      more = places !== undefined;
      // In transactions of their own, which see what others deleted at the same time.
      for (const place of places ?? []) await this.database.transaction(() => this.tidy(place));
    }
  }

  /** Returns the topics that it deleted from, undefined when there is no more to do. */
  private async goOn(purgeId: number): Promise<TopicPlace[] | undefined> {
    const purge = await this.messagePurgesRepository.lock(purgeId);
    if (!purge) return undefined;
    const batch = await this.messagePurgesRepository.nextMessages(purge, BATCH);
    const oldest = batch.at(-1);
    if (!oldest) {
      await this.messagePurgesRepository.delete(purgeId);
      return undefined;
    }
    const places: TopicPlace[] = [];
    let deleted = 0;
    for (const messages of byPlace(batch)) {
      const channel = await this.channelOf(purge, messages[0]!);
      const ids = messages.map(({ id }) => id);
      const gone = await this.messageDeletionService.deleteBatch(
        { realmId: purge.realmId, channel },
        ids,
      );
      deleted += gone.length;
      if (channel) places.push(channel);
    }
    // What is missing has moved or is deleted by now: the next batch looks for it anew.
    const upTo = deleted < batch.length ? purge.upToMessageId : oldest.id - 1;
    await this.messagePurgesRepository.advance(purgeId, upTo, this.clock.now());
    return places;
  }

  private async channelOf(
    { realmId }: MessagePurge,
    { stream_id: streamId, topic }: PurgedMessage,
  ): Promise<TopicPlace | null> {
    if (streamId === null) return null;
    const stream = await this.streamsService.findById(realmId, streamId);
    if (!stream) throw new Error(`The channel ${streamId} of messages to be deleted is gone`);
    return { stream, topic };
  }

  private async tidy({ stream, topic }: TopicPlace): Promise<void> {
    await this.messageDeletionService.findFirstMessage(stream);
    await this.topicIconsService.removeFromGoneTopic(stream, topic);
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
