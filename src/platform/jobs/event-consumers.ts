// Turns the events of a realm into jobs, page by page. The jobs are added before the cursor moves: after
// a failure in between, the page is read again, and the job ids prevent duplicates.
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { Database } from '#platform/database/database.js';
import type { LoggedEvent } from '#platform/event-log/event-definition.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { type AnyEventConsumer, consumedJobId, definedEventConsumers } from './event-consumer.js';
import { type EventCursor, EventCursors } from './event-cursors.js';
import { FinishedJobs } from './finished-jobs.js';
import { type IdentifiedJob, JobQueue } from './job-queue.js';

const PAGE_SIZE = 500;

@Injectable()
export class EventConsumers implements OnModuleInit {
  private readonly consumers = new Map<string, AnyEventConsumer>();
  private readonly realmsWithCursors = new Set<number>();

  constructor(
    private readonly database: Database,
    private readonly eventLog: EventLog,
    private readonly eventCursors: EventCursors,
    private readonly jobQueue: JobQueue,
    private readonly finishedJobs: FinishedJobs,
    private readonly logger: PinoLogger,
  ) {}

  /** API processes register consumers, too: a consumer starts when its code first runs anywhere. */
  async onModuleInit(): Promise<void> {
    for (const consumer of definedEventConsumers()) this.consumers.set(consumer.name, consumer);
    if (this.consumers.size > 0) await this.eventCursors.register(this.names);
  }

  get names(): string[] {
    return [...this.consumers.keys()];
  }

  async realmsBehind(): Promise<number[]> {
    return this.consumers.size > 0 ? this.eventCursors.realmsBehind(this.names) : [];
  }

  /** Reads one page with the cursors that no other worker holds. Returns whether more may follow. */
  async advance(realmId: number): Promise<boolean> {
    if (this.consumers.size === 0) return false;
    if (!this.realmsWithCursors.has(realmId)) {
      await this.eventCursors.create(realmId, this.names);
      this.realmsWithCursors.add(realmId);
    }
    // A commit that a database crash loses only leads to a replay.
    return this.database.transaction(() => this.advanceClaimed(realmId), { fireAndForget: true });
  }

  private async advanceClaimed(realmId: number): Promise<boolean> {
    const reached: EventCursor[] = [];
    const jobs: IdentifiedJob[] = [];
    let more = false;
    for (const [cursor, names] of byPosition(await this.eventCursors.claim(realmId, this.names))) {
      const events = await this.eventLog.read(realmId, cursor, PAGE_SIZE);
      for (const name of names) {
        const last = this.collect(this.consumers.get(name)!, events, jobs);
        if (!last) continue;
        reached.push({ consumer: name, cursor: last.id });
        more ||= events.length === PAGE_SIZE && last === events.at(-1);
      }
    }
    if (reached.length === 0) return false;
    await this.addUnfinished(jobs);
    await this.eventCursors.advance(realmId, reached);
    return more;
  }

  /** Appends the consumer's jobs to `jobs`. Returns the last event that it processed. */
  private collect(
    consumer: AnyEventConsumer,
    events: LoggedEvent[],
    jobs: IdentifiedJob[],
  ): LoggedEvent | undefined {
    let last: LoggedEvent | undefined;
    for (const event of events) {
      if (consumer.eventTypes.has(event.type)) {
        try {
          consumer.toJobs(event).forEach((request, position) => {
            jobs.push({ id: consumedJobId(consumer.name, event.id, position), request });
          });
        } catch (error) {
          this.logger.error(
            { err: error, consumer: consumer.name, realmId: event.realmId, eventId: event.id },
            'An event consumer is stuck at an event that it cannot read',
          );
          return last;
        }
      }
      last = event;
    }
    return last;
  }

  private async addUnfinished(jobs: IdentifiedJob[]): Promise<void> {
    if (jobs.length === 0) return;
    const finished = await this.finishedJobs.findFinished(jobs.map((job) => job.id));
    await this.jobQueue.add(jobs.filter((job) => !finished.has(job.id)));
  }
}

/** Consumers at the same position share one read of the log. */
function byPosition(cursors: EventCursor[]): Map<number, string[]> {
  const positions = new Map<number, string[]>();
  for (const { consumer, cursor } of cursors) {
    const names = positions.get(cursor);
    if (names) names.push(consumer);
    else positions.set(cursor, [consumer]);
  }
  return positions;
}
