// Moves visibility policies when the last message of a topic moves, with a constant number of statements and
// one event for all users with the same result.
import { Injectable } from '@nestjs/common';
import {
  type Stream,
  StreamAudiences,
  StreamHistory,
  StreamsService,
} from '#modules/streams/streams';
import { Clock, toSeconds } from '#platform/clock.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { mergedPolicy, type Policy } from './merged-policy.js';
import { mutedTopicsEvent, userTopicEvent } from './user-topics.events.js';
import { UserTopicsRepository } from './user-topics.repository.js';
import { type MutedTopic } from './user-topics.view.js';
import { VISIBILITY_POLICIES } from './visibility-policies.js';

export interface StreamTopic {
  stream: Stream;
  topic: string;
}

@Injectable()
export class MovedUserTopics {
  constructor(
    private readonly userTopicsRepository: UserTopicsRepository,
    private readonly streamHistory: StreamHistory,
    private readonly streamsService: StreamsService,
    private readonly streamAudiences: StreamAudiences,
    private readonly eventLog: EventLog,
    private readonly clock: Clock,
  ) {}

  /** Joins the current transaction. Users without access to the target stream lose their policy. */
  async move(from: StreamTopic, to: StreamTopic, targetWasEmpty: boolean): Promise<void> {
    const rows = await this.userTopicsRepository.findByTopics(keyOf(from), keyOf(to));
    if (rows.length === 0) return;
    const readers = new Set(
      await this.streamHistory.filterReaders(
        to.stream,
        rows.map(({ userId }) => userId),
      ),
    );
    const merged = new Map<Policy, number[]>();
    const mutedChanged = new Set<number>();
    for (const { userId, old, target } of rows) {
      const policy = readers.has(userId) ? mergedPolicy(old, target, targetWasEmpty) : target;
      if (policy !== target) merged.set(policy, [...(merged.get(policy) ?? []), userId]);
      if (policy !== target || old !== VISIBILITY_POLICIES.none) {
        if ([old, target, policy].includes(VISIBILITY_POLICIES.muted)) mutedChanged.add(userId);
      }
    }
    const now = this.clock.now();
    await this.userTopicsRepository.removeByTopic(keyOf(from));
    for (const [policy, userIds] of merged) {
      if (policy === VISIBILITY_POLICIES.none)
        await this.userTopicsRepository.removeByTopic(keyOf(to), userIds);
      else await this.userTopicsRepository.setForAll(userIds, keyOf(to), policy, now);
    }
    await this.publishMuted(from.stream.realmId, [...mutedChanged]);
    const leaving = rows.filter(({ old }) => old !== VISIBILITY_POLICIES.none);
    this.publish(
      from,
      VISIBILITY_POLICIES.none,
      leaving.map(({ userId }) => userId),
      now,
    );
    for (const [policy, userIds] of merged) this.publish(to, policy, userIds, now);
  }

  private publish(
    { stream, topic }: StreamTopic,
    visibilityPolicy: Policy,
    userIds: number[],
    now: Date,
  ): void {
    if (userIds.length === 0) return;
    const change = { streamId: stream.id, topic, visibilityPolicy, lastUpdated: toSeconds(now) };
    this.eventLog.append(userTopicEvent(stream.realmId, change, Audience.users(userIds)));
  }

  /** Old clients receive the complete list of their muted topics. */
  private async publishMuted(realmId: number, userIds: number[]): Promise<void> {
    if (userIds.length === 0) return;
    const muted = new Map<number, MutedTopic[]>(userIds.map((id) => [id, []]));
    const usersByStream = new Map<number, Set<number>>();
    for (const row of await this.userTopicsRepository.findMutedByUsers(userIds)) {
      let people = usersByStream.get(row.streamId);
      if (!people) {
        const stream = await this.streamsService.findById(realmId, row.streamId);
        people = stream ? await this.streamAudiences.userIdsOf(stream) : new Set();
        usersByStream.set(row.streamId, people);
      }
      if (!people.has(row.userId)) continue;
      const { streamName, topic, lastUpdated: since } = row;
      muted.get(row.userId)?.push({ streamName, topic, since: toSeconds(since) });
    }
    for (const [userId, topics] of muted) {
      this.eventLog.append(mutedTopicsEvent(realmId, { muted: topics }, Audience.user(userId)));
    }
  }
}

function keyOf({ stream, topic }: StreamTopic): { streamId: number; topic: string } {
  return { streamId: stream.id, topic };
}
