// Rate limits by user, address or login. All processes share the counts, in Redis if configured and
// otherwise in PostgreSQL. While that is unavailable, each process counts in its memory: a request fails only
// when a limit is exceeded. The requests of a user are stored ten at a time, because storing each would cost
// more than many a request; all other counts are exact.
import { Inject, Injectable, Optional } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import type { ServerResponse } from 'node:http';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { DataSource } from 'typeorm';
import { Config } from '#config/config.js';
import { atMost } from '#platform/cache-options.js';
import { Clock } from '#platform/clock.js';
import { REDIS } from '#platform/redis.js';
import { ApiError, type ErrorHeaders } from './api-error.js';

/** `points` requests in `duration` seconds. */
const RULES = {
  user: { points: 200, duration: 60 },
  /** Requests that read or continue a resumable upload. */
  uploadPart: { points: 2000, duration: 60 },
  address: { points: 100, duration: 60 },
  password: { points: 5, duration: 1800 },
  /** Failed logins from one network; high enough for an office with many users. */
  failedLogin: { points: 50, duration: 1800 },
  /** Emails to one address that visitors request. */
  email: { points: 3, duration: 3600 },
  /** Password reset emails requested from one network. */
  passwordResetEmail: { points: 20, duration: 3600 },
  /** Confirmation emails of one invitation link, requested from one network. */
  joinEmail: { points: 20, duration: 3600 },
  /** Downloads of one file by visitors without an account. */
  spectatorFile: { points: 1000, duration: 86_400 },
  /** Patterns in place of pictures that are drawn for one network, which needs no account. */
  avatarPattern: { points: 1000, duration: 60 },
  /** Mail that one organization receives. */
  incomingMail: { points: 50, duration: 60 },
  incomingMailHour: { points: 600, duration: 3600 },
  /** Answers of one user to emails. */
  mailReply: { points: 20, duration: 60 },
  /** Calls that one user starts. */
  callStart: { points: 10, duration: 60 },
};

export type RateLimitGroup = keyof typeof RULES;

/**
 * Requests of a user that a process counts before it stores them. Each process beyond the first lets as many pass
 * above the limit at most, less one.
 */
const BATCH = 10;
const MAX_USERS = 100_000;

/** The requests of a user, as this process counts them. */
interface UserCount {
  /** Not yet stored. */
  pending: number;
  /** Points that were left when requests were last stored, by this process or others. */
  remaining: number;
  exceeded: boolean;
  /** UNIX milliseconds. */
  resetAt: number;
}

@Injectable()
export class RateLimiter {
  private readonly limiters: ReadonlyMap<RateLimitGroup, RateLimiterAbstract>;
  private readonly userCounts = new LRUCache<string, UserCount>(atMost(MAX_USERS));

  constructor(
    config: Config,
    private readonly clock: Clock,
    @Optional() @Inject(REDIS) redis?: Redis,
    @Optional() dataSource?: DataSource,
  ) {
    const groups = config.rateLimits === 'on' ? (Object.keys(RULES) as RateLimitGroup[]) : [];
    this.limiters = new Map(
      groups.map((group) => [group, createLimiter(group, redis, dataSource)]),
    );
  }

  /**
   * Counts one use of `key`. Throws 429 when the limit is exceeded. Sets the rate limit headers of
   * `response`.
   */
  async consume(group: RateLimitGroup, key: string, response?: ServerResponse): Promise<void> {
    const limiter = this.limiters.get(group);
    if (!limiter) return;
    const { state, exceeded } =
      group === 'user'
        ? await this.countUser(limiter, key)
        : await this.count(limiter, group, key, 1);
    if (!response && !exceeded) return;
    const headers = this.headers(group, state);
    if (exceeded) throw ApiError.rateLimited(state.msBeforeNext / 1000, headers);
    for (const name in headers) response?.setHeader(name, headers[name] ?? '');
  }

  /** Reverts one use that should not count. */
  async refund(group: RateLimitGroup, key: string): Promise<void> {
    await this.limiters.get(group)?.reward(key);
  }

  /** Resets the count of `key`, for example that of failed logins after a successful one. */
  async reset(group: RateLimitGroup, key: string): Promise<void> {
    await this.limiters.get(group)?.delete(key);
  }

  /** Counts a request in memory, and stores the count when it has reached `BATCH` or the limit. */
  private async countUser(limiter: RateLimiterAbstract, key: string): Promise<Count> {
    const now = this.clock.now().getTime();
    const { points, duration } = RULES.user;
    let user = this.userCounts.get(key);
    if (!user || user.resetAt <= now || user.resetAt > now + duration * 1000) {
      user = { pending: 0, remaining: points, exceeded: false, resetAt: now + duration * 1000 };
      this.userCounts.set(key, user);
    }
    user.pending += 1;
    if (user.exceeded || user.pending < Math.min(BATCH, user.remaining + 1)) {
      const left = user.exceeded ? 0 : user.remaining - user.pending;
      const state = new RateLimiterRes(left, user.resetAt - now);
      return { state, exceeded: user.exceeded };
    }
    const { pending } = user;
    user.pending = 0;
    user.remaining = Math.max(0, user.remaining - pending);
    const stored = await this.count(limiter, 'user', key, pending);
    // Other requests may be counted meanwhile.
    user.remaining = Math.min(user.remaining, stored.state.remainingPoints);
    user.exceeded = stored.exceeded;
    user.resetAt = now + stored.state.msBeforeNext;
    return stored;
  }

  private async count(
    limiter: RateLimiterAbstract,
    group: RateLimitGroup,
    key: string,
    uses: number,
  ): Promise<Count> {
    const counted = await store(limiter, key, uses);
    if (counted.state.msBeforeNext <= RULES[group].duration * 1000) return counted;
    // The clock was set back, which would extend the duration of the count.
    await limiter.delete(key);
    return store(limiter, key, uses);
  }

  private headers(group: RateLimitGroup, state: RateLimiterRes): ErrorHeaders {
    const resetAt = (this.clock.now().getTime() + state.msBeforeNext) / 1000;
    return {
      'X-RateLimit-Limit': String(RULES[group].points),
      'X-RateLimit-Remaining': String(state.remainingPoints),
      'X-RateLimit-Reset': String(Math.ceil(resetAt)),
    };
  }
}

interface Count {
  state: RateLimiterRes;
  exceeded: boolean;
}

async function store(limiter: RateLimiterAbstract, key: string, uses: number): Promise<Count> {
  try {
    return { state: await limiter.consume(key, uses), exceeded: false };
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    return { state: error, exceeded: true };
  }
}

function createLimiter(
  group: RateLimitGroup,
  redis: Redis | undefined,
  dataSource: DataSource | undefined,
): RateLimiterAbstract {
  const rule = { ...RULES[group], keyPrefix: `parley:limit:${group}` };
  const memory = new RateLimiterMemory(rule);
  if (redis) {
    return new RateLimiterRedis({
      ...rule,
      storeClient: redis,
      rejectIfRedisNotReady: true,
      insuranceLimiter: memory,
    });
  }
  if (!dataSource) return memory;
  return new RateLimiterPostgres({
    ...rule,
    // Uses connections of its own, so that a count does not depend on the current transaction.
    storeClient: dataSource,
    storeType: 'typeorm',
    tableName: 'rate_limits',
    tableCreated: true,
    // Deletes old counts of all groups, which share the table.
    clearExpiredByTimeout: group === 'user',
    insuranceLimiter: memory,
  });
}
