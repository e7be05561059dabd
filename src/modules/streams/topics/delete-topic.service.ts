// The request to delete a topic: it leaves a row and a job, and waits for the job for a while
// without holding anything. A repeated request joins the deletion that runs.
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { topicFromClient } from '#modules/streams/streams';
import { Clock } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { TopicDeletionQueue } from './topic-deletion-queue.service.js';
import { TopicDeletionsRepository } from './topic-deletions.repository.js';
import { TopicsAccess } from './topics.access.js';
import { type TopicMessages, TopicsRepository } from './topics.repository.js';

const FIRST_PAUSE_MS = 20;
const MAX_PAUSE_MS = 250;

type StreamTopic = TopicMessages & { streamId: number };

@Injectable()
export class DeleteTopicService implements BeforeApplicationShutdown {
  /** Below the minute after which proxies give up a request. */
  waitMs = 40_000;
  private readonly stopping = new AbortController();

  constructor(
    private readonly topicsAccess: TopicsAccess,
    private readonly topicsRepository: TopicsRepository,
    private readonly topicDeletionsRepository: TopicDeletionsRepository,
    private readonly topicDeletionQueue: TopicDeletionQueue,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Ends the waiting, not the deletions. */
  beforeApplicationShutdown(): void {
    this.stopping.abort();
  }

  /** Returns whether all messages are deleted that the topic had when its deletion began. */
  async delete(actor: Actor, streamId: number, topicName: string): Promise<boolean> {
    const { stream, canSeeHistory } = await this.topicsAccess.withDeletableTopics(actor, streamId);
    const topic = {
      streamId,
      recipientId: stream.recipient_id,
      topic: topicFromClient(topicName.trim()),
      onlyReceivedBy: canSeeHistory ? null : actor.userId,
    };
    const deletionId = await this.database.transaction(() => this.start(actor, topic));
    return deletionId === undefined || this.isFinishedInTime(deletionId);
  }

  /** Returns the deletion that runs now; undefined when there is nothing to delete. */
  private async start(
    { realmId, userId: requestedBy }: Actor,
    topic: StreamTopic,
  ): Promise<number | undefined> {
    const now = this.clock.now();
    let id = await this.topicDeletionsRepository.findRunning(topic);
    while (id === undefined) {
      const upToMessageId = await this.topicsRepository.newestId(topic);
      if (upToMessageId === undefined) return undefined;
      const deletion = { ...topic, realmId, requestedBy, upToMessageId };
      // When another request came first, its deletion may even be over by now.
      id =
        (await this.topicDeletionsRepository.insert(deletion, now)) ??
        (await this.topicDeletionsRepository.findRunning(topic));
    }
    // One that runs already gets a job again, should its first be lost.
    this.topicDeletionQueue.enqueue(id);
    return id;
  }

  private async isFinishedInTime(deletionId: number): Promise<boolean> {
    const end = performance.now() + this.waitMs;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
      if (await this.topicDeletionsRepository.isFinished(deletionId)) return true;
      const left = end - performance.now();
      if (left <= 0 || this.stopping.signal.aborted) return false;
      await this.pause(Math.min(pause, left));
    }
  }

  private async pause(milliseconds: number): Promise<void> {
    const { signal } = this.stopping;
    await delay(milliseconds, undefined, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }
}
