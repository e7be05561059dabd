// Stores and publishes changes of calls. All transitions use this service, so that each has the same consequences.
import { Injectable } from '@nestjs/common';
import { CallRecords } from '#modules/calls/history';
import { Clock } from '#platform/clock.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { JobQueue } from '#platform/jobs/job-queue.js';
import { recordsOf } from './call-history.js';
import type { Participant } from './call-lifecycle.js';
import { callEvent } from './calls.events.js';
import { endRinging } from './calls.jobs.js';
import { type Call, CallsRepository } from './calls.repository.js';
import { callView } from './calls.view.js';

/** How much longer than its ring time a call may ring, so that calls share jobs. */
const JOB_INTERVAL_MS = 100;

export interface CallChange {
  before: Call;
  after: Call;
}

@Injectable()
export class CallChanges {
  constructor(
    private readonly callsRepository: CallsRepository,
    private readonly callRecords: CallRecords,
    private readonly eventLog: EventLog,
    private readonly jobQueue: JobQueue,
    private readonly clock: Clock,
  ) {}

  /**
   * Inserts a new call. Joins the current transaction. Returns false if the conversation already has a live call.
   */
  async insert(call: Call): Promise<boolean> {
    if (!(await this.callsRepository.insert(call))) return false;
    const notified = call.participants.filter(({ isNotified }) => isNotified);
    this.publish('ringing', call, notified);
    this.endRingingLater(call);
    return true;
  }

  /**
   * Saves changes of locked calls of one realm, and the history of calls that end. Joins the current
   * transaction.
   */
  async save(realmId: number, changes: CallChange[]): Promise<void> {
    const calls = changes.map(({ after }) => after);
    const ended = calls.filter(({ state }) => state === 'ended');
    this.callRecords.add(realmId, ended.flatMap(recordsOf));
    await this.callsRepository.save(calls);
    for (const { before, after } of changes) {
      const notified = new Set(
        [before, after].flatMap(({ participants }) =>
          participants.flatMap(({ userId, isNotified }) => (isNotified ? [userId] : [])),
        ),
      );
      const readers = after.participants.filter(({ userId }) => notified.has(userId));
      if (isSeen({ before, after })) {
        this.publish(after.state === 'ended' ? 'ended' : 'updated', after, readers);
      }
      if (before.ringEndsAt === null && after.ringEndsAt !== null) this.endRingingLater(after);
    }
  }

  private publish(op: 'ringing' | 'updated' | 'ended', call: Call, readers: Participant[]): void {
    const audience = Audience.users(readers.map(({ userId }) => userId));
    this.eventLog.append(callEvent(call.realmId, { op, call: callView(call) }, audience));
  }

  /** Calls of a realm whose ring time ends at about the same time share a job. */
  private endRingingLater({ realmId, ringEndsAt }: Call): void {
    const dueMs = Math.ceil(ringEndsAt!.getTime() / JOB_INTERVAL_MS) * JOB_INTERVAL_MS;
    const delayMs = dueMs - this.clock.now().getTime();
    const jobId = `${realmId}-${dueMs}`;
    this.jobQueue.enqueue(endRinging, { realmId, dueMs }, { jobId, delayMs });
  }
}

/** Whether the change is visible on the wire. */
function isSeen({ before, after }: CallChange): boolean {
  return JSON.stringify(callView(before)) !== JSON.stringify(callView(after));
}
