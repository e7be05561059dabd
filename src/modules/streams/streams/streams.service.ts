// What follows for a channel from what happens in it, and who is told of channels.
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
} from './streams.events.js';
import { StreamsRepository } from './streams.repository.js';
import { newStreamView, type PostingGroups, type Stream } from './streams.view.js';

@Injectable()
export class StreamsService {
  constructor(
    private readonly streamsRepository: StreamsRepository,
    private readonly streamAudiences: StreamAudiences,
    private readonly groupMembership: GroupMembership,
    private readonly eventLog: EventLog,
  ) {}

  /**
   * Notes that a message was sent to the channel: its first one, and that it is in use, are part of
   * what clients know of it. Joins the present transaction.
   */
  noteMessage(stream: Stream, messageId: number): Promise<void> {
    return this.noteMessages(stream.realm_id, [{ stream, messageId }]);
  }

  /** As above, for several channels with one message each. */
  async noteMessages(
    realmId: number,
    sent: { stream: Stream; messageId: number }[],
  ): Promise<void> {
    const news = sent.filter(
      ({ stream }) => stream.first_message_id === null || !stream.is_recently_active,
    );
    if (news.length === 0) return;
    const marked = await this.streamsRepository.markUsed(
      news.map(({ stream }) => stream.id),
      news.map(({ messageId }) => messageId),
    );
    if (marked.length === 0) return;
    const byId = new Map(news.map(({ stream }) => [stream.id, stream]));
    const changed = marked.map(({ id, ...rest }) => ({ stream: byId.get(id)!, ...rest }));
    const audiences = await this.streamAudiences.ofAll(
      realmId,
      changed.map(({ stream }) => stream),
    );
    for (const { stream, message_id: messageId, is_first: isFirst } of changed) {
      const changes = [
        ...(isFirst ? [{ property: 'first_message_id', value: messageId }] : []),
        ...(stream.is_recently_active ? [] : [{ property: 'is_recently_active', value: true }]),
      ];
      const audience = audiences.get(stream.id)!;
      for (const change of changes) this.eventLog.append(streamChanged(stream, change, audience));
    }
  }

  /** Tells of channels that the present transaction made those who may know of them. */
  async announce(realmId: number, created: Stream[], audiences: StreamAudienceMap): Promise<void> {
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
    if (!created.some(({ is_default }) => is_default)) return;
    const ids = await this.streamsRepository.defaultIds(realmId);
    this.eventLog.append(
      defaultStreamsEvent(realmId, { default_streams: ids }, Audience.nonGuests()),
    );
  }

  /** Tells people of a channel that they could not know of until now. */
  async reveal(stream: Stream, userIds: number[]): Promise<void> {
    if (userIds.length === 0) return;
    const groups = await this.postingGroups(stream.realm_id);
    this.eventLog.append(
      streamEvent(
        stream.realm_id,
        { op: 'create', streams: [newStreamView(stream, groups)] },
        Audience.users(userIds),
      ),
    );
  }

  /** Tells people of a channel that they may no longer know of. */
  conceal(stream: Stream, userIds: number[]): void {
    if (userIds.length === 0) return;
    this.eventLog.append(
      streamEvent(stream.realm_id, streamsDeleted([stream.id]), Audience.users(userIds)),
    );
  }

  /** The channel of this id, whoever may know of it. */
  find(realmId: number, id: number): Promise<Stream | undefined> {
    return this.streamsRepository.find(realmId, id);
  }

  /**
   * The channels as they are now; until the end of the present transaction nobody else changes
   * them. In one order, so that of two who want several nobody waits for the other for ever.
   */
  lock(realmId: number, ids: number[]): Promise<Stream[]> {
    return this.streamsRepository.lock(realmId, ids);
  }

  /** The channels that new members are subscribed to, locked likewise. */
  lockDefaults(realmId: number): Promise<Stream[]> {
    return this.streamsRepository.lockDefaults(realmId);
  }

  /** Tells somebody who became a guest, or is no longer one, which channels are the defaults. */
  async tellOfDefaults(realmId: number, userId: number, isGuest: boolean): Promise<void> {
    const ids = isGuest ? [] : await this.streamsRepository.defaultIds(realmId);
    this.eventLog.append(
      defaultStreamsEvent(realmId, { default_streams: ids }, Audience.user(userId)),
    );
  }

  /** The groups that the deprecated posting policy is computed from. */
  async postingGroups(realmId: number): Promise<PostingGroups> {
    const ids = await this.groupMembership.systemGroupIds(realmId);
    return {
      administrators: ids['role:administrators'],
      moderators: ids['role:moderators'],
      fullMembers: ids['role:fullmembers'],
    };
  }
}
