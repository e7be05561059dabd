// DELETE /users/me/subscriptions: unsubscribes the caller or other users from streams.
import { Injectable } from '@nestjs/common';
import {
  type AccessedStream,
  type Stream,
  streamDoesNotExist,
  StreamsAccess,
  StreamsService,
} from '#modules/streams/streams';
import type { UserSummary } from '#modules/users/users';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import { type Actor, Role } from '#platform/http/actor.js';
import { checkSubscriptionCount } from './subscription-count.js';
import { SubscriptionsService } from './subscriptions.service.js';

export interface UnsubscribeResult {
  removed: string[];
  notRemoved: string[];
}

@Injectable()
export class UnsubscribeService {
  constructor(
    private readonly streamsAccess: StreamsAccess,
    private readonly streamsService: StreamsService,
    private readonly subscriptionsService: SubscriptionsService,
    private readonly database: Database,
  ) {}

  async unsubscribe(
    actor: Actor,
    names: string[],
    people: UserSummary[],
  ): Promise<UnsubscribeResult> {
    checkSubscriptionCount(names.length, people.length);
    const accessible = await this.streamsAccess.findByNames(actor, names);
    const byId = new Map<number, Stream>();
    for (const [index, name] of names.entries()) {
      const accessed = accessible[index];
      if (!accessed?.canSeeMetadata) throw streamDoesNotExist(name);
      checkMayRemove(actor, accessed, people);
      byId.set(accessed.stream.id, accessed.stream);
    }
    const streams = [...byId.values()];
    const userIds = people.map(({ id }) => id);
    const removed = await this.database.transaction(async () => {
      const locked = await this.streamsService.lock(actor.realmId, [...byId.keys()]);
      return this.subscriptionsService.remove(actor.realmId, userIds, locked);
    });
    const removedIds = new Set(removed.map(({ streamId }) => streamId));
    const namesOf = (isRemoved: boolean): string[] =>
      streams.filter(({ id }) => removedIds.has(id) === isRemoved).map(({ name }) => name);
    return { removed: namesOf(true), notRemoved: namesOf(false) };
  }
}

/** Users can always unsubscribe themselves and their bots. */
function checkMayRemove(actor: Actor, accessed: AccessedStream, people: UserSummary[]): void {
  const others = people.filter(
    ({ id, botOwnerId }) => id !== actor.userId && botOwnerId !== actor.userId,
  );
  if (others.length === 0 || actor.role <= Role.Administrator) return;
  if (
    accessed.holds('can_remove_subscribers_group') ||
    accessed.holds('can_administer_channel_group')
  ) {
    return;
  }
  throw new ApiError('UNAUTHORIZED_PRINCIPAL', 400, 'You may not unsubscribe other users');
}
