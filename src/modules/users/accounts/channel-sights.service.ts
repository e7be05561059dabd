// What channels somebody may know of in a role, and the events that lead from one such view to
// another. Everything joins the present transaction.
import { Injectable } from '@nestjs/common';
import { GroupMembership } from '#modules/groups/groups';
import { LostAccess } from '#modules/messages/flags';
import {
  type Stream,
  StreamsAccess,
  StreamsService,
  StreamVisibilityChanges,
} from '#modules/streams/streams';
import { StreamDisclosure } from '#modules/streams/subscriptions';
import type { UserRow } from '#modules/users/users';
import { type Actor, Role } from '#platform/http/actor.js';

export interface ChannelSight {
  /** Channels that somebody knows of, by id. */
  known: ReadonlyMap<number, Stream>;
  /** Those of them that can be read. */
  readable: ReadonlySet<number>;
  /** Guests do not hear of default channels. */
  isGuest: boolean;
}

@Injectable()
export class ChannelSights {
  constructor(
    private readonly groupMembership: GroupMembership,
    private readonly streamVisibilityChanges: StreamVisibilityChanges,
    private readonly streamsAccess: StreamsAccess,
    private readonly streamsService: StreamsService,
    private readonly streamDisclosure: StreamDisclosure,
    private readonly lostAccess: LostAccess,
  ) {}

  /** Until the end of the transaction nothing else decides who may see what. */
  async lock(realmId: number): Promise<void> {
    await this.groupMembership.lock(realmId);
    await this.streamVisibilityChanges.lockPrivate(realmId);
  }

  /** By the memberships as they are in the transaction. */
  async of(observer: Actor): Promise<ChannelSight> {
    const graph = await this.groupMembership.currentGraph(observer.realmId);
    const visible = await this.streamsAccess.findVisibleWith(observer, graph);
    return {
      known: new Map(visible.map(({ stream }) => [stream.id, stream])),
      readable: new Set(
        visible.filter(({ canSeeContent }) => canSeeContent).map(({ stream }) => stream.id),
      ),
      isGuest: observer.role === Role.Guest,
    };
  }

  async tell(observer: Actor, before: ChannelSight, after: ChannelSight): Promise<void> {
    const { realmId, userId } = observer;
    const gained = [...after.known.values()].filter(({ id }) => !before.known.has(id));
    const lost = [...before.known.values()].filter(({ id }) => !after.known.has(id));
    for (const stream of gained) await this.streamsService.publishVisible(stream, [userId]);
    await this.streamDisclosure.toPeople(gained.map((stream) => ({ stream, userIds: [userId] })));
    for (const stream of lost) this.streamsService.publishHidden(stream, [userId]);
    const { isGuest } = after;
    if (before.isGuest !== isGuest)
      await this.streamsService.publishDefaultsTo(realmId, userId, isGuest);
    const closed = [...before.known.values()].filter(
      ({ id }) => before.readable.has(id) && !after.readable.has(id),
    );
    await this.lostAccess.markRead(
      realmId,
      closed.map((stream) => ({ stream, lostContent: [userId] })),
    );
  }
}

/** The user as somebody who sees things. */
export function asObserver(realmId: number, user: UserRow): Actor {
  return {
    realmId,
    userId: user.id,
    role: user.role,
    isBot: user.bot_type !== null,
    botType: user.bot_type,
    email: user.email,
    deliveryEmail: user.delivery_email,
    fullName: user.full_name,
    clientName: '',
  };
}
