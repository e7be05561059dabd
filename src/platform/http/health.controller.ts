// Health checks for load balancers and supervisors: live while the process runs, ready while it can serve
// requests. A process that shuts down first becomes unready, so that it gets no new requests.
import {
  Controller,
  Get,
  Inject,
  Optional,
  Res,
  ServiceUnavailableException,
} from '@nestjs/common';
import {
  HealthCheckService,
  type HealthCheckResult,
  HealthIndicatorService,
  type HealthIndicatorFunction,
} from '@nestjs/terminus';
import type { Response } from 'express';
import type { Redis } from 'ioredis';
import { Database } from '#platform/database/database.js';
import { REDIS } from '#platform/redis.js';
import { Operational } from './access.decorators.js';
import { sendJson } from './envelope.js';

const TIMEOUT_MS = 2000;

@Controller('health')
export class HealthController {
  constructor(
    private readonly healthCheckService: HealthCheckService,
    private readonly healthIndicatorService: HealthIndicatorService,
    private readonly database: Database,
    @Optional() @Inject(REDIS) private readonly redis?: Redis,
  ) {}

  @Get('live')
  @Operational()
  live(@Res() response: Response): void {
    sendJson(response, 200, '{"status":"ok"}\n');
  }

  @Get('ready')
  @Operational()
  async ready(@Res() response: Response): Promise<void> {
    const { redis } = this;
    const checks = [this.check('database', () => this.database.query('SELECT 1'))];
    if (redis) checks.push(this.check('redis', () => redis.ping()));
    const { status, details } = await this.run(checks);
    const states = Object.entries(details).map(([name, detail]) => [name, detail.status]);
    const body = JSON.stringify({ status, ...Object.fromEntries(states) });
    sendJson(response, status === 'ok' ? 200 : 503, `${body}\n`);
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
