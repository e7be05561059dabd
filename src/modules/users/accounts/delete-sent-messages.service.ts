// Deletes the messages that a user sent, newest first, as a resumable job.
import { Injectable } from '@nestjs/common';
import { DeleteMessagesService } from '#modules/messages/delete';
import { type Stream, StreamsService } from '#modules/streams/streams';
import { TopicIconsService } from '#modules/streams/topic-icons';
import { ResumableJobs } from '#platform/jobs/resumable-jobs.js';
import {
  deleteSentMessages,
  type SentMessagesDeletion,
  type SentMessagesScope,
} from './accounts.jobs.js';
import { type SentMessage, SentMessagesRepository } from './sent-messages.repository.js';

/** In a large channel each message has a row for each of its recipients. */
const MAX_MESSAGES = 100;

@Injectable()
export class DeleteSentMessagesService {
  constructor(
    private readonly sentMessagesRepository: SentMessagesRepository,
    private readonly deleteMessagesService: DeleteMessagesService,
    private readonly topicIconsService: TopicIconsService,
    private readonly streamsService: StreamsService,
    private readonly resumableJobs: ResumableJobs,
  ) {}

  /** Joins the current transaction; workers delete the messages after it. */
  async start(realmId: number, senderId: number, scope: SentMessagesScope): Promise<void> {
    const upToMessageId = await this.sentMessagesRepository.newestId(senderId);
    const state = { ...scope, realmId, senderId, upToMessageId, touchedTopics: [] };
    await this.resumableJobs.start(deleteSentMessages, { realmId, state });
  }

  /** Returns the state after the batch, or null at the end. Joins the current transaction. */
  async nextBatch(deletion: SentMessagesDeletion): Promise<SentMessagesDeletion | null> {
    if (deletion.touchedTopics.length > 0) return this.updateTouchedTopics(deletion);
    const { realmId, upToMessageId } = deletion;
    const messages = await this.sentMessagesRepository.findNext(deletion, MAX_MESSAGES);
    const oldest = messages.at(-1);
    if (!oldest) return null;
    const touchedTopics: SentMessagesDeletion['touchedTopics'] = [];
    let deleted = 0;
    for (const [{ streamId, topic }, ids] of groupByTopic(messages)) {
      const channel =
        streamId === null ? null : { stream: await this.getStream(realmId, streamId), topic };
      deleted += (await this.deleteMessagesService.deleteBatch({ realmId, channel }, ids)).length;
      if (streamId !== null) touchedTopics.push({ streamId, topic });
    }
    // Messages that were moved or deleted meanwhile are missing: the next batch looks for them again.
    const isComplete = deleted === messages.length;
    return {
      ...deletion,
      // Streams are locked in the order of their ids.
      touchedTopics: touchedTopics.toSorted((a, b) => a.streamId - b.streamId),
      upToMessageId: isComplete ? oldest.id - 1 : upToMessageId,
    };
  }

  /** In a transaction of its own: one that deletes does not see concurrent deletions. */
  private async updateTouchedTopics(deletion: SentMessagesDeletion): Promise<SentMessagesDeletion> {
    for (const { streamId, topic } of deletion.touchedTopics) {
      const stream = await this.getStream(deletion.realmId, streamId);
      await this.deleteMessagesService.updateFirstMessage(stream);
      await this.topicIconsService.removeFromEmptyTopic(stream, topic);
    }
    return { ...deletion, touchedTopics: [] };
  }

  private async getStream(realmId: number, streamId: number): Promise<Stream> {
    const stream = await this.streamsService.findById(realmId, streamId);
    if (!stream) throw new Error(`Channel ${streamId} of messages to delete does not exist`);
    return stream;
  }
}

/** The ids of the messages of each topic, with one of its messages. Direct messages form one group. */
function groupByTopic(messages: SentMessage[]): [SentMessage, number[]][] {
  const groups = new Map<string, [SentMessage, number[]]>();
  for (const message of messages) {
    const { id, streamId, topic } = message;
    const key = streamId === null ? '' : `${streamId} ${topic}`;
    const group = groups.get(key);
    if (group) group[1].push(id);
    else groups.set(key, [message, [id]]);
  }
  return [...groups.values()];
}
