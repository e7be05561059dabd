// Stores the schedules in BullMQ, and removes those that are no longer defined.
import { Inject, Injectable } from '@nestjs/common';
import type { JobSchedulerJson, Queue } from 'bullmq';
import { isDeepStrictEqual } from 'node:util';
import { definedSchedules, type JobSchedule } from './job-schedule.js';
import { JOB_QUEUES, jobOptions } from './job-queue.js';

const TIME_ZONE = 'UTC';

@Injectable()
export class JobSchedules {
  private applied = false;

  constructor(@Inject(JOB_QUEUES) private readonly queues: Map<string, Queue>) {}

  /** Takes effect once, and again after `invalidate`. */
  async apply(): Promise<void> {
    if (this.applied) return;
    const schedules = definedSchedules();
    for (const queue of this.queues.values()) {
      const ownSchedules = schedules.filter(
        ({ request }) => request.definition.queue === queue.name,
      );
      await applyTo(queue, ownSchedules);
    }
    this.applied = true;
  }

  /** Must be called when BullMQ may have lost the schedules. */
  invalidate(): void {
    this.applied = false;
  }
}

async function applyTo(queue: Queue, schedules: JobSchedule[]): Promise<void> {
  const existing = new Map(
    (await queue.getJobSchedulers()).map((scheduler) => [scheduler.key, scheduler]),
  );
  for (const schedule of schedules) {
    // Upserting again would drop a run that fell due while no worker ran.
    if (isSame(existing.get(schedule.name), schedule)) continue;
    await queue.upsertJobScheduler(
      schedule.name,
      { pattern: schedule.cron, tz: TIME_ZONE },
      templateOf(schedule),
    );
  }
  const names = new Set(schedules.map(({ name }) => name));
  for (const key of existing.keys()) if (!names.has(key)) await queue.removeJobScheduler(key);
}

function isSame(existing: JobSchedulerJson | undefined, schedule: JobSchedule): boolean {
  const { name, data, opts } = templateOf(schedule);
  return (
    existing !== undefined &&
    existing.name === name &&
    existing.pattern === schedule.cron &&
    existing.tz === TIME_ZONE &&
    isDeepStrictEqual(existing.template?.data ?? {}, data) &&
    isDeepStrictEqual(existing.template?.opts, opts)
  );
}

function templateOf({ request }: JobSchedule): {
  name: string;
  data: object;
  opts: ReturnType<typeof jobOptions>;
} {
  const { definition, payload } = request;
  return { name: definition.name, data: payload, opts: jobOptions(definition) };
}
