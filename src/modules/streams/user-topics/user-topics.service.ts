// Mutes, unmutes and follows topics for a user. The topic may be empty.
import { Injectable } from '@nestjs/common';
import { LIMITS } from '#modules/realms/realms';
import { StreamsAccess, topicFromClient } from '#modules/streams/streams';
import { Clock, toSeconds } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { mutedTopicsEvent, type UserTopicChanged, userTopicEvent } from './user-topics.events.js';
import { UserTopicsRepository } from './user-topics.repository.js';
import { type MutedTopic } from './user-topics.view.js';
import { VISIBILITY_POLICIES, type VisibilityPolicy } from './visibility-policies.js';

@Injectable()
export class UserTopicsService {
  constructor(
    private readonly userTopicsRepository: UserTopicsRepository,
    private readonly streamsAccess: StreamsAccess,
    private readonly eventLog: EventLog,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async set(
    actor: Actor,
    streamId: number,
    input: string,
    policy: VisibilityPolicy,
  ): Promise<void> {
    const topic = checkedTopic(input);
    await this.streamsAccess.requireReadable(actor, streamId);
    const now = this.clock.now();
    const row = { streamId, topic, visibilityPolicy: policy, lastUpdated: now };
    await this.database.transaction(async () => {
      const storedTopic = await this.userTopicsRepository.set({ ...row, userId: actor.userId });
      if (storedTopic !== undefined) await this.publish(actor, { ...row, topic: storedTopic });
    });
  }

  /**
   * Removes the policy of a topic, or only `policy` if it is defined. Works for streams that the actor can
   * no longer access.
   */
  async reset(
    actor: Actor,
    streamId: number,
    input: string,
    policy?: VisibilityPolicy,
  ): Promise<void> {
    const topic = checkedTopic(input);
    await this.database.transaction(async () => {
      const storedTopic = await this.userTopicsRepository.remove(
        actor.userId,
        streamId,
        topic,
        policy,
      );
      const row = {
        streamId,
        visibilityPolicy: VISIBILITY_POLICIES.none,
        lastUpdated: this.clock.now(),
      };
      if (storedTopic !== undefined) await this.publish(actor, { ...row, topic: storedTopic });
      else await this.streamsAccess.requireReadable(actor, streamId);
    });
  }

  /** Resolves a stream name, which old clients send instead of an id. */
  async findStreamId(actor: Actor, name: string): Promise<number> {
    const accessed = await this.streamsAccess.findByName(actor, name);
    if (!accessed) throw ApiError.badRequest(`Invalid channel name '${name}'`);
    return accessed.stream.id;
  }

  /** Includes only streams visible to the actor, since the old form contains their names. Oldest first. */
  async findMuted(actor: Actor): Promise<MutedTopic[]> {
    const rows = await this.userTopicsRepository.findMuted(actor.userId);
    if (rows.length === 0) return [];
    const ids = [...new Set(rows.map(({ streamId }) => streamId))];
    const visible = await this.streamsAccess.findVisibleByIds(actor, ids);
    const names = new Map(visible.map(({ stream }) => [stream.id, stream.name]));
    return rows.flatMap(({ streamId, topic, lastUpdated: since }) => {
      const streamName = names.get(streamId);
      return streamName === undefined ? [] : [{ streamName, topic, since: toSeconds(since) }];
    });
  }

  /** Publishes the muted topics to old clients of the actor. Joins the current transaction. */
  async publishMuted(actor: Actor): Promise<void> {
    const muted = await this.findMuted(actor);
    this.eventLog.append(mutedTopicsEvent(actor.realmId, { muted }, Audience.user(actor.userId)));
  }

  /** Publishes the stored time, which may differ from the current second. */
  private async publish(
    actor: Actor,
    row: Omit<UserTopicChanged, 'lastUpdated'> & { lastUpdated: Date },
  ): Promise<void> {
    const { realmId, userId } = actor;
    const audience = Audience.user(userId);
    const change = { ...row, lastUpdated: toSeconds(row.lastUpdated) };
    await this.publishMuted(actor);
    this.eventLog.append(userTopicEvent(realmId, change, audience));
  }
}

function checkedTopic(input: string): string {
  const topic = topicFromClient(input.trim());
  if ([...topic].length <= LIMITS.max_topic_length) return topic;
  throw ApiError.badRequest(`topic is too long (limit: ${LIMITS.max_topic_length} characters)`);
}
