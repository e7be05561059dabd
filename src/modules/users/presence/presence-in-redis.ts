// Presence in Redis: per realm a hash of everybody's times and a sorted set of their update ids.
// PostgreSQL gets what changed, every minute; from there Redis is filled when it knows
// nothing of a realm, and there reports go while Redis is out of reach. What Redis missed meanwhile
// makes it forget the realm, so that it is filled anew.
import type { Redis } from 'ioredis';
import type { PinoLogger } from 'nestjs-pino';
import {
  AWAY_AFTER_MS,
  type HidingTimes,
  type Presence,
  type PresenceReport,
  PresenceStore,
  REWRITE_AFTER_MS,
  type StoredPresence,
} from './presence-store.js';
import type { PresenceRepository } from './presence.repository.js';

/** Realms of which Redis knows something. */
const REALMS = 'parley:presence:realms';
const LOADED_AT_ONCE = 1_000;

/**
 * KEYS: times, order, clock. ARGV: now, the two limits, then a user id and 1 or 0 for each report.
 * False when nothing is known of the realm.
 */
const REPORT = `
  local clock = redis.call('GET', KEYS[3])
  if not clock then return false end
  local now, rewrite, away = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
  local id = math.max(tonumber(clock) + 1, now)
  local back, isChanged = {}, false
  for i = 4, #ARGV, 2 do
    local user, isActive = ARGV[i], ARGV[i + 1] == '1'
    local known = redis.call('HGET', KEYS[1], user)
    local active, connected = 0, 0
    if known then
      local first, second = string.match(known, '(%d+):(%d+)')
      active, connected = tonumber(first), tonumber(second)
    end
    local isBack = not known or (isActive and active < now - away)
    local setsActive, setsConnected = isActive and active < now - rewrite, connected < now - rewrite
    if setsActive then active = now end
    if setsConnected then connected = now end
    if setsActive or setsConnected then
      isChanged = true
      local times = string.format('%.0f:%.0f', active, connected)
      redis.call('HSET', KEYS[1], user, times)
      redis.call('ZADD', KEYS[2], string.format('%.0f', id), user)
      if isBack then
        back[#back + 1] = user
        back[#back + 1] = times
      end
    end
  end
  if isChanged then redis.call('SET', KEYS[3], string.format('%.0f', id)) end
  return back`;

/** KEYS: times, order, clock. ARGV: now, the latest time, and user ids. */
const HIDE = `
  local clock = redis.call('GET', KEYS[3])
  if not clock then return {} end
  local latest = tonumber(ARGV[2])
  local id = string.format('%.0f', math.max(tonumber(clock) + 1, tonumber(ARGV[1])))
  local hidden = {}
  for i = 3, #ARGV do
    local known = redis.call('HGET', KEYS[1], ARGV[i])
    if known then
      local first, second = string.match(known, '(%d+):(%d+)')
      local active, connected = tonumber(first), tonumber(second)
      if active > latest or connected > latest then
        local times = string.format('%.0f:%.0f', math.min(active, latest), math.min(connected, latest))
        redis.call('HSET', KEYS[1], ARGV[i], times)
        redis.call('ZADD', KEYS[2], id, ARGV[i])
        hidden[#hidden + 1] = ARGV[i]
        hidden[#hidden + 1] = times
      end
    end
  end
  if #hidden > 0 then redis.call('SET', KEYS[3], id) end
  return hidden`;

/** KEYS: times, order. ARGV: user id, times and update id of each. What is known already stays. */
const LOAD = `
  for i = 1, #ARGV, 3 do
    if redis.call('HSETNX', KEYS[1], ARGV[i], ARGV[i + 1]) == 1 then
      redis.call('ZADD', KEYS[2], ARGV[i + 2], ARGV[i])
    end
  end`;

interface Keys {
  times: string;
  order: string;
  clock: string;
  /** The update id up to which PostgreSQL has everything. */
  saved: string;
}

export class PresenceInRedis extends PresenceStore {
  /** Realms with reports that Redis has not got. */
  private readonly outdated = new Set<number>();

  constructor(
    private readonly redis: Redis,
    private readonly presenceRepository: PresenceRepository,
    private readonly logger: PinoLogger,
  ) {
    super();
  }

  async report(realmId: number, reports: PresenceReport[], now: Date): Promise<Presence[]> {
    try {
      return await this.reportHere(realmId, reports, now);
    } catch (error) {
      this.outdated.add(realmId);
      this.warn(error);
      return this.presenceRepository.report(realmId, reports, now);
    }
  }

  /** In both places: what PostgreSQL has must not come back when Redis loses its memory. */
  async hide(realmId: number, userIds: number[], given: HidingTimes): Promise<Presence[]> {
    const durable = await this.presenceRepository.hide(realmId, userIds, given);
    try {
      await this.prepare(realmId);
      const { times, order, clock } = keysOf(realmId);
      const { now, latest } = given;
      const ends = [now.getTime(), latest.getTime()];
      const keys = [times, order, clock];
      const hidden = (await this.redis.eval(HIDE, 3, ...keys, ...ends, ...userIds)) as string[];
      return pairs(hidden).map(([userId, found]) => parsed(userId, found));
    } catch (error) {
      this.warn(error);
      return durable;
    }
  }

  async changedAfter(realmId: number, updateId: number): Promise<StoredPresence[]> {
    try {
      await this.prepare(realmId);
      return await this.read(realmId, updateId);
    } catch (error) {
      this.warn(error);
      return this.presenceRepository.changedAfter(realmId, updateId);
    }
  }

  async find(realmId: number, userId: number): Promise<StoredPresence | undefined> {
    try {
      await this.prepare(realmId);
      const { times, order } = keysOf(realmId);
      const [found, score] = await Promise.all([
        this.redis.hget(times, String(userId)),
        this.redis.zscore(order, String(userId)),
      ]);
      return found === null || score === null
        ? undefined
        : { ...parsed(String(userId), found), updateId: Number(score) };
    } catch (error) {
      this.warn(error);
      return this.presenceRepository.find(realmId, userId);
    }
  }

  /** Writes what PostgreSQL does not have yet. */
  async save(): Promise<void> {
    for (const name of await this.redis.smembers(REALMS)) await this.saveRealm(Number(name));
  }

  async forgetRealm(realmId: number): Promise<void> {
    this.outdated.delete(realmId);
    await this.redis.srem(REALMS, realmId);
    const { times, order, clock, saved } = keysOf(realmId);
    await this.redis.del(times, order, clock, saved);
  }

  private async saveRealm(realmId: number): Promise<void> {
    const { saved } = keysOf(realmId);
    const changed = await this.read(realmId, Number((await this.redis.get(saved)) ?? 0));
    for (let from = 0; from < changed.length; from += LOADED_AT_ONCE) {
      await this.presenceRepository.save(realmId, changed.slice(from, from + LOADED_AT_ONCE));
    }
    const last = changed.at(-1);
    if (last) await this.redis.set(saved, last.updateId);
  }

  private async reportHere(
    realmId: number,
    reports: PresenceReport[],
    now: Date,
  ): Promise<Presence[]> {
    if (this.outdated.has(realmId)) await this.prepare(realmId);
    const { times, order, clock } = keysOf(realmId);
    const flat = reports.flatMap(({ userId, isActive }) => [userId, isActive ? 1 : 0]);
    const send = async (): Promise<string[] | null> =>
      (await this.redis.eval(
        REPORT,
        3,
        times,
        order,
        clock,
        now.getTime(),
        REWRITE_AFTER_MS,
        AWAY_AFTER_MS,
        ...flat,
      )) as string[] | null;
    let back = await send();
    if (back === null) {
      await this.prepare(realmId);
      back = await send();
    }
    if (back === null) throw new Error('Redis forgets presence at once');
    return pairs(back).map(([userId, found]) => parsed(userId, found));
  }

  /** In the order of the changes. Times may be newer than the id that they come with. */
  private async read(realmId: number, updateId: number): Promise<StoredPresence[]> {
    const { times, order } = keysOf(realmId);
    const scored = pairs(
      await this.redis.zrange(order, `(${updateId}`, '+inf', 'BYSCORE', 'WITHSCORES'),
    );
    if (scored.length === 0) return [];
    const found = await this.redis.hmget(times, ...scored.map(([userId]) => userId));
    return scored.flatMap(([userId, score], index) => {
      const known = found[index];
      return known ? [{ ...parsed(userId, known), updateId: Number(score) }] : [];
    });
  }

  /** Fills Redis from PostgreSQL unless it knows the realm. */
  private async prepare(realmId: number): Promise<void> {
    const { times, order, clock, saved } = keysOf(realmId);
    if (this.outdated.has(realmId)) {
      await this.saveRealm(realmId);
      await this.redis.del(times, order, clock, saved);
      this.outdated.delete(realmId);
    }
    if ((await this.redis.exists(clock)) === 1) return;
    const [newest, all] = [
      await this.presenceRepository.clock(realmId),
      await this.presenceRepository.changedAfter(realmId, 0),
    ];
    for (let from = 0; from < all.length; from += LOADED_AT_ONCE) {
      const flat = all
        .slice(from, from + LOADED_AT_ONCE)
        .flatMap(({ userId, activeAt, connectedAt, updateId }) => [
          userId,
          `${activeAt ?? 0}:${connectedAt}`,
          updateId,
        ]);
      await this.redis.eval(LOAD, 2, times, order, ...flat);
    }
    await this.redis.sadd(REALMS, realmId);
    await this.redis.set(clock, newest, 'NX');
  }

  private warn(error: unknown): void {
    this.logger.debug({ err: error }, 'Presence is read and written without Redis');
  }
}

function keysOf(realmId: number): Keys {
  const prefix = `parley:presence:${realmId}`;
  return {
    times: `${prefix}:times`,
    order: `${prefix}:order`,
    clock: `${prefix}:clock`,
    saved: `${prefix}:saved`,
  };
}

function parsed(userId: string, times: string): Presence {
  const [activeAt = 0, connectedAt = 0] = times.split(':').map(Number);
  return { userId: Number(userId), activeAt: activeAt === 0 ? null : activeAt, connectedAt };
}

function pairs(flat: string[]): [string, string][] {
  return flat.flatMap((first, index) =>
    index % 2 === 0 ? [[first, flat[index + 1]!] as [string, string]] : [],
  );
}
