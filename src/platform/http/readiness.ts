// Whether the process can do its work: the database and Redis respond, and it is not shutting down. It also
// reports whether a worker was seen within the last minute, without which nothing follows from requests.
import { Inject, Injectable, Optional, ServiceUnavailableException } from '@nestjs/common';
import {
  type HealthCheckResult,
  HealthCheckService,
  type HealthIndicatorFunction,
  HealthIndicatorService,
} from '@nestjs/terminus';
import type { Redis } from 'ioredis';
import { Database } from '#platform/database/database.js';
import { REDIS } from '#platform/redis.js';

const TIMEOUT_MS = 2000;

const WORKER_SEEN = `
  SELECT coalesce(seen_at > now() - interval '1 minute', false) AS "isSeen" FROM worker_presence`;

export interface ReadinessReport {
  isReady: boolean;
  /** JSON with the state of each resource. */
  body: string;
}

@Injectable()
export class Readiness {
  constructor(
    private readonly healthCheckService: HealthCheckService,
    private readonly healthIndicatorService: HealthIndicatorService,
    private readonly database: Database,
    @Optional() @Inject(REDIS) private readonly redis?: Redis,
  ) {}

  async report(): Promise<ReadinessReport> {
    const { redis } = this;
    let worker: 'up' | 'down' | undefined;
    const checks = [
      this.check('database', async () => {
        const [row] = await this.database.query<{ isSeen: boolean }>(WORKER_SEEN);
        worker = row?.isSeen ? 'up' : 'down';
      }),
    ];
    if (redis) checks.push(this.check('redis', () => redis.ping()));
    const { status, details } = await this.run(checks);
    const states = Object.entries(details).map(([name, detail]) => [name, detail.status]);
    const body = { status, ...Object.fromEntries(states), worker } as object;
    return { isReady: status === 'ok', body: `${JSON.stringify(body)}\n` };
  }

  private check(name: string, attempt: () => Promise<unknown>): HealthIndicatorFunction {
    return () =>
      this.healthIndicatorService
        .check(name)
        .attempt(async () => {
          await attempt();
        })
        .withTimeout(TIMEOUT_MS);
  }

  private async run(checks: HealthIndicatorFunction[]): Promise<HealthCheckResult> {
    try {
      return await this.healthCheckService.check(checks);
    } catch (error) {
      if (error instanceof ServiceUnavailableException) {
        return error.getResponse() as HealthCheckResult;
      }
      throw error;
    }
  }
}
