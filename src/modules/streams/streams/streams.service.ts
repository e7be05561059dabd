// Updates streams after messages were sent, and publishes streams to users who gain or lose access.
import { Injectable } from '@nestjs/common';
import { GroupMembership } from '#modules/groups/groups';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { type StreamAudienceMap, StreamAudiences } from './stream-audiences.service.js';
import {
  defaultStreamsEvent,
  streamChanged,
  streamEvent,
  streamsDeleted,
  firstMessageEvent,
} from './streams.events.js';
import { type Stream, StreamsRepository } from './streams.repository.js';
import { newStreamView, type PostingGroups } from './streams.view.js';

@Injectable()
export class StreamsService {
  constructor(
    private readonly streamsRepository: StreamsRepository,
    private readonly streamAudiences: StreamAudiences,
    private readonly groupMembership: GroupMembership,
    private readonly eventLog: EventLog,
  ) {}

  /**
   * Updates the first message and the recent activity of streams after messages were sent, at most one
   * to each. Clients see from the message itself that a stream has a first one; other changes are
   * published. Joins the current transaction.
   */
  async recordMessages(
    realmId: number,
    messages: { stream: Stream; messageId: number }[],
  ): Promise<void> {
    const updated = messages.filter(
      ({ stream }) => stream.firstMessageId === null || !stream.isRecentlyActive,
    );
    if (updated.length === 0) return;
    const marked = await this.streamsRepository.markUsed(
      updated.map(({ stream }) => stream.id),
      updated.map(({ messageId }) => messageId),
    );
    if (marked.length === 0) return;
    const byId = new Map(updated.map(({ stream }) => [stream.id, stream]));
    const changed = marked.map(({ id, ...rest }) => ({ stream: byId.get(id)!, ...rest }));
    const audiences = await this.streamAudiences.ofAll(
      realmId,
      changed.map(({ stream }) => stream),
    );
    for (const { stream, messageId, precedesFirst } of changed) {
      const changes = [
        ...(precedesFirst ? [{ property: 'first_message_id', value: messageId }] : []),
        ...(stream.isRecentlyActive ? [] : [{ property: 'is_recently_active', value: true }]),
      ];
      const audience = audiences.get(stream.id)!;
      for (const change of changes) this.eventLog.append(streamChanged(stream, change, audience));
      if (changes.length > 0) continue;
      this.eventLog.append(
        firstMessageEvent(realmId, { streamId: stream.id }, Audience.internal()),
      );
    }
  }

  /** Publishes streams that the current transaction created to the users with metadata access. */
  async publishCreated(
    realmId: number,
    created: Stream[],
    audiences: StreamAudienceMap,
  ): Promise<void> {
    if (created.length === 0) return;
    const groups = await this.postingGroups(realmId);
    for (const stream of created) {
      this.eventLog.append(
        streamEvent(
          realmId,
          { op: 'create', streams: [newStreamView(stream, groups)] },
          audiences.get(stream.id)!,
        ),
      );
    }
    if (!created.some(({ isDefault }) => isDefault)) return;
    const ids = await this.streamsRepository.defaultIds(realmId);
    this.eventLog.append(
      defaultStreamsEvent(realmId, { default_streams: ids }, Audience.nonGuests()),
    );
  }

  /** Publishes the stream to users who gained access to its metadata. */
  async publishVisible(stream: Stream, userIds: number[]): Promise<void> {
    if (userIds.length === 0) return;
    const groups = await this.postingGroups(stream.realmId);
    this.eventLog.append(
      streamEvent(
        stream.realmId,
        { op: 'create', streams: [newStreamView(stream, groups)] },
        Audience.users(userIds),
      ),
    );
  }

  /** Publishes the removal of the stream to users who lost access to its metadata. */
  publishHidden(stream: Stream, userIds: number[]): void {
    if (userIds.length === 0) return;
    this.eventLog.append(
      streamEvent(stream.realmId, streamsDeleted([stream.id]), Audience.users(userIds)),
    );
  }

  /** Returns the stream without a permission check. */
  findById(realmId: number, id: number): Promise<Stream | undefined> {
    return this.streamsRepository.find(realmId, id);
  }

  /**
   * Locks the streams until the end of the current transaction and returns them. Rows are locked in
   * ascending order of id, which prevents deadlocks.
   */
  lock(realmId: number, ids: number[]): Promise<Stream[]> {
    return this.streamsRepository.lock(realmId, ids);
  }

  /** As lock, for the default streams of new users. */
  lockDefaults(realmId: number): Promise<Stream[]> {
    return this.streamsRepository.lockDefaults(realmId);
  }

  /** Publishes the default streams to a user whose role changed to or from guest. */
  async publishDefaultsTo(realmId: number, userId: number, isGuest: boolean): Promise<void> {
    const ids = isGuest ? [] : await this.streamsRepository.defaultIds(realmId);
    this.eventLog.append(
      defaultStreamsEvent(realmId, { default_streams: ids }, Audience.user(userId)),
    );
  }

  /** Returns the groups from which the deprecated posting policy is computed. */
  async postingGroups(realmId: number): Promise<PostingGroups> {
    const ids = await this.groupMembership.systemGroupIds(realmId);
    return {
      administrators: ids['role:administrators'],
      moderators: ids['role:moderators'],
      fullMembers: ids['role:fullmembers'],
    };
  }
}
