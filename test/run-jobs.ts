// Runs pending work inline: events of the log become jobs, and the jobs of all queues run one after the
// other with their real handlers on the real backend, until none is left. Retries run immediately; delayed
// jobs remain.
import type { INestApplicationContext } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { Worker } from 'bullmq';
import { randomUUID } from 'node:crypto';
import { Database } from '#platform/database/database.js';
import { EventConsumers } from '#platform/jobs/event-consumers.js';
import { JobBackend } from '#platform/jobs/job-backend.js';
import { JobHandlers } from '#platform/jobs/job-handlers.js';
import { JOB_QUEUES, JobQueue } from '#platform/jobs/job-queue.js';

/** Throws when a job fails permanently, with the job's error as the cause. */
export async function runJobs(app: INestApplicationContext): Promise<void> {
  app.get(JobHandlers, { strict: false }).collect();
  const queues = app.get<Map<string, Queue>>(JOB_QUEUES, { strict: false });
  for (;;) {
    await app.get(JobQueue, { strict: false }).settled();
    await consumeEvents(app);
    let ran = 0;
    for (const queue of queues.values()) ran += await runQueue(app, queue);
    if (ran === 0) return;
  }
}

/** Discards pending work: consumers skip past events, and queues are emptied. */
export async function discardJobs(app: INestApplicationContext): Promise<void> {
  await app.get(JobQueue, { strict: false }).settled();
  const database = app.get(Database, { strict: false });
  await database.query(
    `UPDATE event_consumers SET start_event_id = (SELECT last_value FROM event_log_id_seq)`,
  );
  await database.query(
    `UPDATE event_consumer_cursors SET cursor = (SELECT last_value FROM event_log_id_seq)`,
  );
  const queues = app.get<Map<string, Queue>>(JOB_QUEUES, { strict: false });
  await Promise.all([...queues.values()].map((queue) => queue.drain(true)));
}

/** Concurrent writes may leave consumers behind again, but not in every round. */
async function consumeEvents(app: INestApplicationContext): Promise<void> {
  const consumers = app.get(EventConsumers, { strict: false });
  let behind = await consumers.realmsBehind();
  for (let turn = 0; turn < 20 && behind.length > 0; turn++) {
    for (const realmId of behind) while (await consumers.advance(realmId));
    behind = await consumers.realmsBehind();
  }
  if (behind.length > 0)
    throw new Error(`An event consumer is stuck in realm ${behind.join(', ')}`);
}

async function runQueue(app: INestApplicationContext, queue: Queue): Promise<number> {
  for (const job of await queue.getDelayed()) if (job.attemptsMade > 0) await job.promote();
  const waiting = await queue.getJobCountByTypes('waiting', 'prioritized');
  if (waiting === 0) return 0;
  const connection = app.get(JobBackend, { strict: false }).forWorkers;
  const worker = new Worker(queue.name, null, { ...connection, autorun: false });
  try {
    const handlers = app.get(JobHandlers, { strict: false });
    for (let ran = 0; ; ran++) {
      const token = randomUUID();
      const job = await worker.getNextJob(token, { block: false });
      if (!job) return ran;
      try {
        await handlers.run(job, new AbortController().signal);
        await job.moveToCompleted(undefined, token, false);
      } catch (error) {
        await job.moveToFailed(error as Error, token, false);
        handlers.reportFailure(job, error as Error);
        if (job.finishedOn === undefined) continue;
        throw new Error(`The job "${job.name}" (${job.id}) failed permanently`, { cause: error });
      }
    }
  } finally {
    await worker.close();
  }
}
