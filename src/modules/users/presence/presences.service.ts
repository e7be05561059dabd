// What somebody may know of the presence of others: of people whom they may know of, who are active
// and no bots. Muting somebody changes nothing here.
import { Injectable } from '@nestjs/common';
import { RealmsService } from '#modules/realms/realms';
import { noSuchUser, UsersAccess } from '#modules/users/users';
import { UserVisibility } from '#modules/users/visibility';
import { Clock, parseTime } from '#platform/clock.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import type { ResponseOf, Schema } from '#platform/http/contract.js';
import { ReadyJson } from '#platform/http/ready-json.js';
import { PresenceMemory, type PresenceMember } from './presence-memory.service.js';
import { PresencePeople } from './presence-people.service.js';
import { wholePresence } from './presence.view.js';

export const DEFAULT_HISTORY_DAYS = 14;
const DAY_MS = 86_400_000;

export interface PresenceQuestion {
  /** By id, as times; else by address, as statuses. */
  isModern: boolean;
  /** What came after this change; not above 0 means everything. */
  lastUpdateId?: number | undefined;
  /** How old a connection may be, when everything is asked for. */
  historyDays?: number | undefined;
}

export interface PresenceAnswer<Presences = Schema<'Presences'>> {
  presences: ReadyJson<Presences>;
  presence_last_update_id: number;
  server_timestamp: number;
}

type LegacyPresences = Record<string, Record<string, Schema<'LegacyPresence'>>>;

@Injectable()
export class PresencesService {
  constructor(
    private readonly presenceMemory: PresenceMemory,
    private readonly presencePeople: PresencePeople,
    private readonly userVisibility: UserVisibility,
    private readonly usersAccess: UsersAccess,
    private readonly realmsService: RealmsService,
    private readonly clock: Clock,
  ) {}

  async list(
    actor: Actor,
    question: PresenceQuestion & { isModern: false },
  ): Promise<PresenceAnswer<LegacyPresences>>;
  async list(actor: Actor, question: PresenceQuestion): Promise<PresenceAnswer>;
  async list(actor: Actor, question: PresenceQuestion): Promise<PresenceAnswer> {
    const { isModern, lastUpdateId = -1, historyDays = DEFAULT_HISTORY_DAYS } = question;
    const now = this.clock.now().getTime();
    const answer: PresenceAnswer = {
      presences: ReadyJson.object([]),
      presence_last_update_id: lastUpdateId,
      server_timestamp: now / 1000,
    };
    const { presence_disabled: isDisabled } = await this.realmsService.settings(actor.realmId);
    if (isDisabled) return answer;
    // An update id is never smaller than the time of the change.
    const oldest = lastUpdateId > 0 ? 0 : now - historyDays * DAY_MS;
    const changed =
      lastUpdateId > 0
        ? await this.presenceMemory.changedAfter(actor.realmId, lastUpdateId)
        : await this.presenceMemory.all(actor.realmId);
    if (changed.length === 0) return answer;
    const people = await this.presencePeople.of(actor.realmId);
    const known = await this.userVisibility.accessibleIds(actor);
    const members: PresenceMember[] = [];
    for (const presence of changed) {
      if (presence.updateId <= oldest || presence.connectedAt < oldest) continue;
      const person = people.get(presence.userId);
      if (!person || known?.has(presence.userId) === false) continue;
      answer.presence_last_update_id = presence.updateId;
      members.push(this.presenceMemory.memberOf(presence, person, isModern));
    }
    return { ...answer, presences: ReadyJson.object(members) };
  }

  /** In all forms. */
  async one(actor: Actor, name: string): Promise<ResponseOf<'get-user-presence'>> {
    const user = await this.usersAccess.byIdOrEmail(actor, name);
    if (!user.isActive) throw noSuchUser();
    if (user.botType !== null) throw ApiError.badRequest('Bots have no presence');
    const now = this.clock.now();
    const { presence_disabled: isDisabled } = await this.realmsService.settings(actor.realmId);
    const presence = isDisabled
      ? undefined
      : await this.presenceMemory.find(actor.realmId, user.id);
    if (!presence) throw ApiError.badRequest('Nothing is known of the presence of this user');
    const joinedAt = parseTime(user.dateJoined)?.getTime();
    return {
      presence: wholePresence(presence, joinedAt ?? presence.connectedAt, now),
      server_timestamp: now.getTime() / 1000,
    };
  }
}
