// Tells BullMQ the schedules, which it keeps; a schedule that is no longer defined is taken away.
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

  /** Has an effect once, and again after `forget`. */
  async apply(): Promise<void> {
    if (this.applied) return;
    const schedules = definedSchedules();
    for (const queue of this.queues.values()) {
      const mine = schedules.filter(({ request }) => request.definition.queue === queue.name);
      await applyTo(queue, mine);
    }
    this.applied = true;
  }

  /** To be called when BullMQ may have lost them. */
  forget(): void {
    this.applied = false;
  }
}

async function applyTo(queue: Queue, schedules: JobSchedule[]): Promise<void> {
  const existing = new Map((await queue.getJobSchedulers()).map((kept) => [kept.key, kept]));
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

function isSame(kept: JobSchedulerJson | undefined, schedule: JobSchedule): boolean {
  const { name, data, opts } = templateOf(schedule);
  return (
    kept !== undefined &&
    kept.name === name &&
    kept.pattern === schedule.cron &&
    kept.tz === TIME_ZONE &&
    isDeepStrictEqual(kept.template?.data ?? {}, data) &&
    isDeepStrictEqual(kept.template?.opts, opts)
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
