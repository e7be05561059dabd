// Finds the handler of each defined job and runs jobs. A worker process does not start unless every job
// has exactly one handler.
import { Injectable } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { type Job, UnrecoverableError } from 'bullmq';
import { PinoLogger } from 'nestjs-pino';
import { logScope } from '#platform/logging.js';
import { StartupError } from '#platform/startup-error.js';
import { isConsumedJobId } from './event-consumer.js';
import { FinishedJobs } from './finished-jobs.js';
import {
  definedJobs,
  type JobDefinition,
  PermanentJobError,
  RetryJobError,
} from './job-definition.js';
import { HANDLED_JOB, type RunningJob } from './job-handler.decorator.js';
import { JobMetrics } from './job-metrics.js';

type Handler = (payload: object, job: RunningJob) => Promise<void>;

@Injectable()
export class JobHandlers {
  private handlers: Map<string, Handler> | undefined;

  constructor(
    private readonly discoveryService: DiscoveryService,
    private readonly reflector: Reflector,
    private readonly finishedJobs: FinishedJobs,
    private readonly jobMetrics: JobMetrics,
    private readonly logger: PinoLogger,
  ) {}

  /** Throws a StartupError for a job without a handler, or with two. */
  collect(): void {
    const handlers = new Map<string, Handler>();
    for (const { definition, handler } of this.discover()) {
      if (handlers.has(definition.name)) {
        throw new StartupError(
          `The job "${definition.name}" has two handlers. Remove one of them.`,
        );
      }
      handlers.set(definition.name, handler);
    }
    const missing = definedJobs().filter(({ name }) => !handlers.has(name));
    if (missing.length > 0) {
      const names = missing.map(({ name }) => `"${name}"`).join(', ');
      throw new StartupError(
        `No provider of this process has a @JobHandler for the job ${names}. Import its module.`,
      );
    }
    this.handlers = handlers;
  }

  /** Runs a job. Throws UnrecoverableError when BullMQ must not retry it. */
  async run(job: Job, signal: AbortSignal): Promise<void> {
    const id = job.id!;
    const handler = this.handlers?.get(job.name);
    // During a rolling update, an older process receives jobs of a newer one.
    if (!handler) throw new Error(`This version of Parley does not define the job "${job.name}"`);
    const consumed = isConsumedJobId(id);
    if (consumed && (await this.finishedJobs.has(id))) {
      this.jobMetrics.ended(job.queueName, job.name, 'repeated');
      return;
    }
    const stopTimer = this.jobMetrics.startTimer(job.queueName, job.name);
    const startedAt = performance.now();
    try {
      await logScope.run({ job: job.name, jobId: id }, () =>
        handler(job.data as object, { id, attempt: job.attemptsMade + 1, signal }),
      );
      if (consumed) await this.finishedJobs.record(id);
      this.jobMetrics.ended(job.queueName, job.name, 'completed');
      const ms = Math.round((performance.now() - startedAt) * 10) / 10;
      this.logger.info({ queue: job.queueName, job: job.name, jobId: id, ms }, 'job');
    } catch (error) {
      if (!(error instanceof PermanentJobError)) throw error;
      const permanent = new UnrecoverableError(error.message);
      permanent.stack = error.stack;
      throw permanent;
    } finally {
      stopTimer();
    }
  }

  /** Reports a failed attempt, after BullMQ has moved the job to its next state. */
  reportFailure(job: Job, error: Error): void {
    const isFinal = job.finishedOn !== undefined;
    this.jobMetrics.ended(job.queueName, job.name, isFinal ? 'failed' : 'retried');
    const about = {
      err: error,
      queue: job.queueName,
      job: job.name,
      jobId: job.id,
      attempt: job.attemptsMade,
    };
    if (isFinal) this.logger.error(about, 'A job has failed permanently');
    else if (error instanceof RetryJobError)
      this.logger.info(about, 'A job failed at another server and will be retried');
    else this.logger.warn(about, 'A job failed and will be retried');
  }

  private *discover(): Generator<{ definition: JobDefinition<never>; handler: Handler }> {
    const scanner = new MetadataScanner();
    const instances = this.discoveryService
      .getProviders()
      .map((wrapper): unknown => wrapper.instance)
      .filter((instance): instance is object => typeof instance === 'object' && instance !== null);
    for (const instance of new Set(instances)) {
      const prototype = Object.getPrototypeOf(instance) as object | null;
      if (!prototype) continue;
      for (const key of scanner.getAllMethodNames(prototype)) {
        const method: unknown = (instance as Record<string, unknown>)[key];
        if (typeof method !== 'function') continue;
        const definition = this.reflector.get<JobDefinition<never> | undefined>(
          HANDLED_JOB,
          method as () => void,
        );
        if (definition) yield { definition, handler: (method as Handler).bind(instance) };
      }
    }
  }
}
