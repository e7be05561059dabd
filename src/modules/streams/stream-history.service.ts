// The history of a channel as a whole: who may read it, and where it begins.
import { Injectable } from '@nestjs/common';
import { GroupMembership } from '#modules/groups/group-membership.service.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { Role } from '#platform/http/actor.js';
import { CONTENT_PERMISSIONS } from './stream-rules.js';
import { StreamHistoryRepository } from './stream-history.repository.js';
import { streamEvent } from './streams.events.js';
import { StreamsRepository } from './streams.repository.js';
import { StreamsService } from './streams.service.js';
import type { Stream } from './streams.view.js';

@Injectable()
export class StreamHistory {
  constructor(
    private readonly repository: StreamHistoryRepository,
    private readonly streamsRepository: StreamsRepository,
    private readonly streams: StreamsService,
    private readonly groups: GroupMembership,
    private readonly log: EventLog,
  ) {}

  /**
   * Everyone who may read what is sent to the channel. Where the history is protected, they may
   * still see only those messages of which they have a copy.
   */
  async readers(stream: Stream): Promise<Audience> {
    if (stream.is_web_public) return Audience.realm();
    if (!stream.invite_only) {
      return Audience.nonGuests(await this.streamsRepository.guestSubscriberIds(stream.id));
    }
    const people = await this.repository.peopleWithSubscription(stream.realm_id, stream.id);
    const graph = await this.groups.graph(stream.realm_id);
    const granting = CONTENT_PERMISSIONS.map((permission) => stream.permissions[permission]);
    return Audience.users(
      people
        .filter(
          ({ isSubscribed, userId, role }) =>
            isSubscribed ||
            (role !== Role.Guest &&
              granting.some((value) => graph.contains(value, { userId, role }))),
        )
        .map(({ userId }) => userId),
    );
  }

  /**
   * Finds the first message of the channel anew, after messages were deleted from it. Joins the
   * present transaction; `findOldest` is asked when nobody else can change the answer any more.
   */
  async findFirstMessage(stream: Stream, findOldest: () => Promise<number | null>): Promise<void> {
    const known = await this.repository.lockFirstMessageId(stream.id);
    const oldest = await findOldest();
    if (oldest === known) return;
    await this.repository.setFirstMessageId(stream.id, oldest);
    this.log.append(
      streamEvent(
        stream.realm_id,
        {
          op: 'update',
          stream_id: stream.id,
          name: stream.name,
          property: 'first_message_id',
          value: oldest,
        },
        await this.streams.metadataAudience(stream),
      ),
    );
  }
}
