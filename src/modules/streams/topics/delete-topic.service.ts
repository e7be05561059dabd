// Deletes topics. A request starts a resumable job and waits for its end without holding a database
// connection; a repeated request joins the running job. Workers delete the newest messages first.
import { Injectable } from '@nestjs/common';
import { DeleteMessagesService } from '#modules/messages/delete';
import { StreamsAccess, StreamsService, topicFromClient } from '#modules/streams/streams';
import { TopicIconsService } from '#modules/streams/topic-icons';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import { type Actor, Role } from '#platform/http/actor.js';
import { ResumableJobs } from '#platform/jobs/resumable-jobs.js';
import { deleteTopic, type TopicDeletion } from './topics.jobs.js';
import { type TopicMessages, TopicsRepository } from './topics.repository.js';

/** Proxies abort a request after a minute. */
const WAIT_MS = 40_000;
/** Limits of one batch. In a large stream, each message has a row for each of its recipients. */
const MAX_MESSAGES = 1000;
const MAX_USER_MESSAGES = 20_000;

@Injectable()
export class DeleteTopicService {
  constructor(
    private readonly streamsAccess: StreamsAccess,
    private readonly topicsRepository: TopicsRepository,
    private readonly topicIconsService: TopicIconsService,
    private readonly deleteMessagesService: DeleteMessagesService,
    private readonly streamsService: StreamsService,
    private readonly resumableJobs: ResumableJobs,
    private readonly database: Database,
  ) {}

  /** Returns whether all messages that the topic had at the start of its deletion are deleted. */
  async request(actor: Actor, streamId: number, topicName: string): Promise<boolean> {
    if (actor.role > Role.Administrator) {
      throw new ApiError('UNAUTHORIZED_PRINCIPAL', 400, 'Only administrators may delete topics');
    }
    const { stream, canSeeHistory } = await this.streamsAccess.requireReadable(actor, streamId);
    const messages = {
      recipientId: stream.recipientId,
      topic: topicFromClient(topicName.trim()),
      onlyReceivedBy: canSeeHistory ? null : actor.userId,
    };
    const jobId = await this.database.transaction(() => this.start(actor, streamId, messages));
    if (jobId === undefined) return true;
    return this.resumableJobs.waitForEnd(actor.realmId, jobId, WAIT_MS);
  }

  /** Returns the id of the job; undefined when there is nothing to delete. */
  private async start(
    { realmId, userId }: Actor,
    streamId: number,
    messages: TopicMessages,
  ): Promise<number | undefined> {
    const { topic, onlyReceivedBy } = messages;
    const topicKey = await this.topicsRepository.upperCase(topic);
    const key = `${streamId}/${onlyReceivedBy ?? 'all'}/${topicKey}`;
    const existing = await this.resumableJobs.join(deleteTopic, key);
    if (existing !== undefined) return existing;
    const upToMessageId = await this.topicsRepository.newestId(messages);
    if (upToMessageId === undefined) return undefined;
    return this.resumableJobs.start(deleteTopic, {
      realmId,
      key,
      state: { realmId, streamId, topic, onlyReceivedBy, requestedBy: userId, upToMessageId },
    });
  }

  /** Returns the state after the batch, or null at the end. Joins the current transaction. */
  async nextBatch(deletion: TopicDeletion): Promise<TopicDeletion | null> {
    const { realmId, streamId, topic, onlyReceivedBy, upToMessageId } = deletion;
    const stream = await this.streamsService.findById(realmId, streamId);
    if (!stream) throw new Error(`Channel ${streamId} of a topic to delete does not exist`);
    const messages = { recipientId: stream.recipientId, topic, onlyReceivedBy };
    const ids = await this.topicsRepository.newestIds(messages, MAX_MESSAGES, upToMessageId);
    const [newest] = ids;
    if (newest === undefined) {
      // In a transaction of its own: one that deletes does not see concurrent deletions.
      await this.deleteMessagesService.updateFirstMessage(stream);
      await this.topicIconsService.removeFromEmptyTopic(stream, topic);
      return null;
    }
    const recipients = await this.topicsRepository.countUserMessages(newest);
    const batch = ids.slice(0, Math.ceil(MAX_USER_MESSAGES / Math.max(recipients, 1)));
    await this.deleteMessagesService.deleteBatch({ realmId, channel: { stream, topic } }, batch);
    return { ...deletion, upToMessageId: batch.at(-1)! - 1 };
  }
}
