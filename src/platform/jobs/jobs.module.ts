// Enqueues jobs in every process, and runs them in workers. `forRoot` must be called after
// the modules that define jobs are imported, because it creates their queues.
import { BullModule, getQueueToken } from '@nestjs/bullmq';
import { type DynamicModule, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { PinoLogger } from 'nestjs-pino';
import { DATABASE_CONNECTION, type DatabaseConnection } from '#platform/database/data-source.js';
import { REDIS } from '#platform/redis.js';
import { EventConsumerLoop } from './event-consumer-loop.js';
import { EventConsumers } from './event-consumers.js';
import { EventConsumerCursorEntity } from './event-consumer-cursor.entity.js';
import { EventConsumerEntity } from './event-consumer.entity.js';
import { EventCursors } from './event-cursors.js';
import { FinishedJobEntity } from './finished-job.entity.js';
import { FinishedJobs } from './finished-jobs.js';
import { JobBackend, logErrors } from './job-backend.js';
import { definedQueues } from './job-definition.js';
import { JobHandlers } from './job-handlers.js';
import { JobStoreEntity } from './job-store.entity.js';
import { JobMetrics } from './job-metrics.js';
import { JOB_QUEUES, JobQueue } from './job-queue.js';
import { JobRecovery } from './job-recovery.js';
import { JobRunner } from './job-runner.js';
import { JobSchedules } from './job-schedules.js';
import { MaintenanceWorker } from './maintenance.worker.js';
import { WorkerHeartbeat } from './worker-heartbeat.js';
import { WorkerPresenceEntity } from './worker-presence.entity.js';
import { ResumableJobEntity } from './resumable-job.entity.js';
import { ResumableJobs } from './resumable-jobs.js';
import { ResumableJobsRepository } from './resumable-jobs.repository.js';

@Module({})
class JobBackendModule {
  static forQueues(queues: string[]): DynamicModule {
    return {
      module: JobBackendModule,
      providers: [
        {
          provide: JobBackend,
          inject: [DATABASE_CONNECTION, REDIS, PinoLogger],
          useFactory: (
            database: DatabaseConnection,
            redis: Redis | undefined,
            logger: PinoLogger,
          ) => JobBackend.open(database, redis, queues.length, logger),
        },
      ],
      exports: [JobBackend],
    };
  }
}

@Module({})
export class JobsModule {
  static forRoot(options: { runWorkers: boolean }): DynamicModule {
    const queues = definedQueues();
    const backend = JobBackendModule.forQueues(queues);
    return {
      module: JobsModule,
      global: true,
      imports: [
        DiscoveryModule,
        TypeOrmModule.forFeature([
          EventConsumerCursorEntity,
          EventConsumerEntity,
          FinishedJobEntity,
          JobStoreEntity,
          WorkerPresenceEntity,
          ResumableJobEntity,
        ]),
        backend,
        BullModule.forRootAsync({
          imports: [backend],
          inject: [JobBackend],
          useFactory: (opened: JobBackend) => opened.forQueues,
        }),
        BullModule.registerQueue(...queues.map((name) => ({ name }))),
      ],
      providers: [
        {
          provide: JOB_QUEUES,
          inject: [PinoLogger, ...queues.map((name) => getQueueToken(name))],
          useFactory: (logger: PinoLogger, ...list: Queue[]) => byName(list, logger),
        },
        JobQueue,
        FinishedJobs,
        EventCursors,
        EventConsumers,
        EventConsumerLoop,
        JobHandlers,
        JobMetrics,
        JobSchedules,
        JobRecovery,
        ResumableJobs,
        ResumableJobsRepository,
        MaintenanceWorker,
        ...(options.runWorkers ? [JobRunner, WorkerHeartbeat] : []),
      ],
      exports: [JobQueue, FinishedJobs, ResumableJobs],
    };
  }
}

function byName(queues: Queue[], logger: PinoLogger): Map<string, Queue> {
  for (const queue of queues) logErrors(queue, logger);
  return new Map(queues.map((queue) => [queue.name, queue]));
}
