// Presence in Redis: per realm a hash of all users' times and a sorted set of their update ids.
// Changes are saved to PostgreSQL every minute. A realm that Redis does not hold is loaded from there,
// and reports go there while Redis is unreachable; the realm is then deleted from Redis, so that it is
// loaded again.
import type { Redis } from 'ioredis';
import type { PinoLogger } from 'nestjs-pino';
import { readFileSync } from 'node:fs';
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

/** The ids of the realms that Redis holds. */
const REALMS = 'parley:presence:realms';
const LOADED_AT_ONCE = 1_000;

/** The Lua scripts of this directory as commands, which the client sends once and then calls by hash. */
interface PresenceCommands {
  reportPresence(
    ...keysAndArguments: [string, string, string, ...(string | number)[]]
  ): Promise<string[] | null>;
  hidePresence(
    ...keysAndArguments: [string, string, string, ...(string | number)[]]
  ): Promise<string[]>;
  loadPresence(...keysAndArguments: [string, string, ...(string | number)[]]): Promise<void>;
}

const COMMANDS = {
  reportPresence: { numberOfKeys: 3, lua: readScript('report-presence.lua') },
  hidePresence: { numberOfKeys: 3, lua: readScript('hide-presence.lua') },
  loadPresence: { numberOfKeys: 2, lua: readScript('load-presence.lua') },
};

interface Keys {
  times: string;
  order: string;
  clock: string;
  /** The update id up to which all changes are in PostgreSQL. */
  saved: string;
}

export class PresenceInRedis extends PresenceStore {
  private readonly redis: Redis & PresenceCommands;
  /** Realms with reports that were not written to Redis. */
  private readonly outdated = new Set<number>();

  constructor(
    redis: Redis,
    private readonly presenceRepository: PresenceRepository,
    private readonly logger: PinoLogger,
  ) {
    super();
    for (const [name, command] of Object.entries(COMMANDS)) redis.defineCommand(name, command);
    this.redis = redis as Redis & PresenceCommands;
  }

  async report(realmId: number, reports: PresenceReport[], now: Date): Promise<Presence[]> {
    try {
      return await this.reportToRedis(realmId, reports, now);
    } catch (error) {
      this.outdated.add(realmId);
      this.warn(error);
      return this.presenceRepository.report(realmId, reports, now);
    }
  }

  /** Hides in Redis and in PostgreSQL: old times must not be loaded again when Redis loses its data. */
  async hide(realmId: number, userIds: number[], limits: HidingTimes): Promise<Presence[]> {
    const durable = await this.presenceRepository.hide(realmId, userIds, limits);
    try {
      await this.prepare(realmId);
      const { times, order, clock } = keysOf(realmId);
      const hidden = await this.redis.hidePresence(
        times,
        order,
        clock,
        limits.now.getTime(),
        limits.latest.getTime(),
        ...userIds,
      );
      return pairs(hidden).map(([userId, values]) => parsed(userId, values));
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
      const [values, score] = await Promise.all([
        this.redis.hget(times, String(userId)),
        this.redis.zscore(order, String(userId)),
      ]);
      return values === null || score === null
        ? undefined
        : { ...parsed(String(userId), values), updateId: Number(score) };
    } catch (error) {
      this.warn(error);
      return this.presenceRepository.find(realmId, userId);
    }
  }

  /** Saves the changes since the last save to PostgreSQL. */
  async save(): Promise<void> {
    for (const name of await this.redis.smembers(REALMS)) await this.saveRealm(Number(name));
  }

  async dropRealm(realmId: number): Promise<void> {
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

  private async reportToRedis(
    realmId: number,
    reports: PresenceReport[],
    now: Date,
  ): Promise<Presence[]> {
    if (this.outdated.has(realmId)) await this.prepare(realmId);
    const { times, order, clock } = keysOf(realmId);
    const flat = reports.flatMap(({ userId, isActive }) => [userId, isActive ? 1 : 0]);
    const limits = [now.getTime(), REWRITE_AFTER_MS, AWAY_AFTER_MS];
    const send = (): Promise<string[] | null> =>
      this.redis.reportPresence(times, order, clock, ...limits, ...flat);
    let returned = await send();
    if (returned === null) {
      await this.prepare(realmId);
      returned = await send();
    }
    if (returned === null) throw new Error('Redis lost the presence that was just loaded');
    return pairs(returned).map(([userId, values]) => parsed(userId, values));
  }

  /** In the order of the changes. Times may be newer than the update id returned with them. */
  private async read(realmId: number, updateId: number): Promise<StoredPresence[]> {
    const { times, order } = keysOf(realmId);
    const scored = pairs(
      await this.redis.zrange(order, `(${updateId}`, '+inf', 'BYSCORE', 'WITHSCORES'),
    );
    if (scored.length === 0) return [];
    const all = await this.redis.hmget(times, ...scored.map(([userId]) => userId));
    return scored.flatMap(([userId, score], index) => {
      const values = all[index];
      return values ? [{ ...parsed(userId, values), updateId: Number(score) }] : [];
    });
  }

  /** Loads the realm from PostgreSQL unless Redis holds it. */
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
      await this.redis.loadPresence(times, order, ...flat);
    }
    await this.redis.sadd(REALMS, realmId);
    await this.redis.set(clock, newest, 'NX');
  }

  private warn(error: unknown): void {
    this.logger.debug({ err: error }, 'Presence is read and written without Redis');
  }
}

function readScript(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8');
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
