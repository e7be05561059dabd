// A process with only the job system and the jobs of its tests. Jobs write traces to a table, so that
// tests can observe several processes.
import { type DynamicModule, Injectable, Module } from '@nestjs/common';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Redis } from 'ioredis';
import { Registry } from 'prom-client';
import { Config } from '#config/config.js';
import { Clock } from '#platform/clock.js';
import type { DatabaseConnection } from '#platform/database/data-source.js';
import { Database } from '#platform/database/database.js';
import { DatabaseModule } from '#platform/database/database.module.js';
import { Audience } from '#platform/event-log/audience.js';
import { defineEvent } from '#platform/event-log/event-definition.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { EventTail } from '#platform/event-log/event-tail.js';
import { WakeUps } from '#platform/event-log/wake-ups.js';
import { defineEventConsumer } from '#platform/jobs/event-consumer.js';
import { FinishedJobs } from '#platform/jobs/finished-jobs.js';
import { defineJob, PermanentJobError, PostponeJobError } from '#platform/jobs/job-definition.js';
import type { RunningJob } from '#platform/jobs/job-handler.decorator.js';
import { JobHandler } from '#platform/jobs/job-handler.decorator.js';
import { JobsModule } from '#platform/jobs/jobs.module.js';
import { createLogger, loggingModule } from '#platform/logging.js';
import { connectRedis, REDIS } from '#platform/redis.js';

const SOON = { type: 'fixed', delayMs: 50 } as const;

export const leaveTrace = defineJob<{ what: string }>({ queue: 'traces', name: 'leave-trace' });
export const leaveTraceOnce = defineJob<{ what: string }>({
  queue: 'traces',
  name: 'leave-trace-once',
});
export const failTwice = defineJob<{ what: string }>({
  queue: 'failures',
  name: 'fail-twice',
  attempts: 3,
  backOff: SOON,
});
export const failAlways = defineJob<{ what: string }>({
  queue: 'failures',
  name: 'fail-always',
  attempts: 2,
  backOff: SOON,
});
export const failPermanently = defineJob<{ what: string }>({
  queue: 'failures',
  name: 'fail-permanently',
  attempts: 5,
  backOff: SOON,
});
export const postponeOnce = defineJob<{ what: string }>({
  queue: 'failures',
  name: 'postpone-once',
  attempts: 1,
});
export const takeLong = defineJob<{ milliseconds: number }>({ queue: 'slow', name: 'take-long' });

const happened = defineEvent<{ what: string }>({ type: 'happened' });
export const ignored = defineEvent<{ what: string }>({ type: 'ignored' });

defineEventConsumer({
  name: 'tracer',
  events: [happened],
  toJobs: ({ payload }) => [
    leaveTrace.with({ what: payload.what }),
    leaveTraceOnce.with({ what: `once ${payload.what}` }),
  ],
});

@Injectable()
export class TraceWorker {
  private readonly postponed = new Set<string>();

  constructor(
    private readonly database: Database,
    private readonly finished: FinishedJobs,
    private readonly config: Config,
  ) {}

  @JobHandler(leaveTrace)
  async leave({ what }: { what: string }): Promise<void> {
    await this.trace(what);
  }

  @JobHandler(leaveTraceOnce)
  async leaveOnce({ what }: { what: string }, job: RunningJob): Promise<void> {
    await this.finished.runOnce(job.id, () => this.trace(what));
  }

  @JobHandler(failTwice)
  async failTwice({ what }: { what: string }, job: RunningJob): Promise<void> {
    await this.trace(`${what} ${job.attempt}`);
    if (job.attempt < 3) throw new Error('Not yet');
  }

  @JobHandler(failAlways)
  async failAlways({ what }: { what: string }, job: RunningJob): Promise<void> {
    await this.trace(`${what} ${job.attempt}`);
    throw new Error('Never');
  }

  @JobHandler(failPermanently)
  async failPermanently({ what }: { what: string }, job: RunningJob): Promise<void> {
    await this.trace(`${what} ${job.attempt}`);
    throw new PermanentJobError('It makes no sense');
  }

  @JobHandler(postponeOnce)
  async postponeOnce({ what }: { what: string }, job: RunningJob): Promise<void> {
    await this.trace(`${what} ${job.attempt}`);
    if (this.postponed.has(job.id)) return;
    this.postponed.add(job.id);
    throw new PostponeJobError(50);
  }

  @JobHandler(takeLong)
  async takeLong({ milliseconds }: { milliseconds: number }, job: RunningJob): Promise<void> {
    await this.trace('begins');
    const ended = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(true), milliseconds);
      job.signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve(false);
      });
    });
    if (!ended) throw new Error('Interrupted');
    await this.trace('ends');
  }

  private async trace(what: string): Promise<void> {
    await this.database.query(`INSERT INTO traces (what, process) VALUES ($1, $2)`, [
      what,
      this.config.realmName,
    ]);
  }
}

export interface JobsAppOptions {
  connection: DatabaseConnection;
  redisUrl?: string;
  runWorkers?: boolean;
  /** As in WORKER_QUEUES. */
  queues?: string;
  /** Written beside every trace. */
  processName?: string;
  providers?: (new (...collaborators: never[]) => object)[];
}

@Module({})
class RootModule {}

@Module({})
class EverythingModule {
  static with(config: Config, redis: Redis | undefined): DynamicModule {
    const providers = [
      { provide: Config, useValue: config },
      { provide: REDIS, useFactory: () => redis },
      { provide: Registry, useFactory: () => new Registry() },
      Clock,
      EventLog,
      EventTail,
      WakeUps,
    ];
    return { module: EverythingModule, global: true, providers, exports: providers };
  }
}

export class JobsApp {
  private constructor(
    readonly context: INestApplicationContext,
    private readonly redis: Redis | undefined,
  ) {}

  static async start(options: JobsAppOptions): Promise<JobsApp> {
    const logger = createLogger('silent');
    const redis = connectRedis(options.redisUrl, logger);
    const config = new Config('all', {
      SECRET_KEY: 'a sample key for tests, long enough',
      REALM_NAME: options.processName ?? 'sample process',
      WORKER_QUEUES: options.queues,
      DATABASE_POOL_SIZE: '10',
    });
    try {
      const context = await NestFactory.createApplicationContext(
        {
          module: RootModule,
          imports: [
            loggingModule(logger),
            DatabaseModule.forRoot({ connection: options.connection, config, logger }),
            EverythingModule.with(config, redis),
            JobsModule.forRoot({ runWorkers: options.runWorkers ?? false }),
          ],
          providers: options.providers ?? [TraceWorker],
        },
        { logger: false, abortOnError: false },
      );
      return new JobsApp(context, redis);
    } catch (error) {
      redis?.disconnect();
      throw error;
    }
  }

  get<T>(type: new (...collaborators: never[]) => T): T {
    return this.context.get(type, { strict: false });
  }

  async transaction<T>(work: () => T | Promise<T>): Promise<T> {
    return this.get(Database).transaction(async () => work());
  }

  async append(realmId: number, ...whats: string[]): Promise<void> {
    await this.transaction(() => {
      const events = whats.map((what) => happened(realmId, { what }, Audience.internal()));
      this.get(EventLog).append(...events);
    });
  }

  /** The traces, in alphabetical order. */
  async traces(): Promise<string[]> {
    const rows = await this.get(Database).query<{ what: string }>(`SELECT what FROM traces`);
    return rows.map(({ what }) => what).toSorted();
  }

  async close(): Promise<void> {
    await this.context.close();
    this.redis?.disconnect();
  }
}
