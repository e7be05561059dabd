// The presence that an actor may see: that of all accessible people who are active. Muting a user does not
// change it.
import { Injectable } from '@nestjs/common';
import { RealmsService } from '#modules/realms/realms';
import { noSuchUser, UsersAccess } from '#modules/users/users';
import { UserVisibility } from '#modules/users/visibility';
import { Clock, parseTime } from '#platform/clock.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import type { ResponseOf, Schema } from '#platform/http/contract.js';
import { ReadyJson } from '#platform/http/ready-json.js';
import { PresenceCache, type PresenceMember } from './presence-cache.service.js';
import { PresencePeople } from './presence-people.service.js';
import { userPresenceView } from './presence.view.js';

export const DEFAULT_HISTORY_DAYS = 14;
const DAY_MS = 86_400_000;

export interface PresenceQuery {
  /** The modern form is keyed by user id, the legacy one by address. */
  isModern: boolean;
  /** Limits the result to later changes; values up to 0 mean no limit. */
  lastUpdateId?: number | undefined;
  /** The maximum age of a connection in a query without `lastUpdateId`. */
  historyDays?: number | undefined;
}

export interface PresenceResult<Presences = Schema<'Presences'>> {
  presences: ReadyJson<Presences>;
  presence_last_update_id: number;
  server_timestamp: number;
}

type LegacyPresences = Record<string, Record<string, Schema<'LegacyPresence'>>>;

@Injectable()
export class PresencesService {
  constructor(
    private readonly presenceCache: PresenceCache,
    private readonly presencePeople: PresencePeople,
    private readonly userVisibility: UserVisibility,
    private readonly usersAccess: UsersAccess,
    private readonly realmsService: RealmsService,
    private readonly clock: Clock,
  ) {}

  async list(
    actor: Actor,
    query: PresenceQuery & { isModern: false },
  ): Promise<PresenceResult<LegacyPresences>>;
  async list(actor: Actor, query: PresenceQuery): Promise<PresenceResult>;
  async list(actor: Actor, query: PresenceQuery): Promise<PresenceResult> {
    const { isModern, lastUpdateId = -1, historyDays = DEFAULT_HISTORY_DAYS } = query;
    const now = this.clock.now().getTime();
    const empty: PresenceResult = {
      presences: ReadyJson.object([]),
      presence_last_update_id: lastUpdateId,
      server_timestamp: now / 1000,
    };
    const { presence_disabled: isDisabled } = await this.realmsService.settings(actor.realmId);
    if (isDisabled) return empty;
    // An update id is never smaller than the time of the change.
    const oldest = lastUpdateId > 0 ? 0 : now - historyDays * DAY_MS;
    const changed =
      lastUpdateId > 0
        ? await this.presenceCache.changedAfter(actor.realmId, lastUpdateId)
        : await this.presenceCache.all(actor.realmId);
    if (changed.length === 0) return empty;
    const people = await this.presencePeople.findActive(actor.realmId);
    const accessible = await this.userVisibility.accessibleIds(actor);
    const members: PresenceMember[] = [];
    let newestId = lastUpdateId;
    for (const presence of changed) {
      if (presence.updateId <= oldest || presence.connectedAt < oldest) continue;
      const person = people.get(presence.userId);
      if (!person || accessible?.has(presence.userId) === false) continue;
      newestId = presence.updateId;
      members.push(this.presenceCache.memberOf(presence, person, isModern));
    }
    return {
      ...empty,
      presences: ReadyJson.object(members),
      presence_last_update_id: newestId,
    };
  }

  async get(actor: Actor, name: string): Promise<ResponseOf<'get-user-presence'>> {
    const user = await this.usersAccess.requireByIdOrEmail(actor, name);
    if (!user.isActive) throw noSuchUser();
    if (user.botType !== null) throw ApiError.badRequest('Bots have no presence');
    const now = this.clock.now();
    const { presence_disabled: isDisabled } = await this.realmsService.settings(actor.realmId);
    const presence = isDisabled ? undefined : await this.presenceCache.find(actor.realmId, user.id);
    if (!presence) throw ApiError.badRequest('There is no presence data for this user');
    const joinedAt = parseTime(user.dateJoined)?.getTime();
    return {
      presence: userPresenceView(presence, joinedAt ?? presence.connectedAt, now),
      server_timestamp: now.getTime() / 1000,
    };
  }
}
