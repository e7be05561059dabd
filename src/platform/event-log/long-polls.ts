// Answers GET /events. A poll without events is parked: only its response object is retained until an
// event for its queue arrives, the heartbeat is due, or the client disconnects.
// A queue has one poll at most: a newer poll ends the older one with an empty answer.
import { type OnModuleDestroy, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { Clock } from '#platform/clock.js';
import { EventLog } from './event-log.js';
import type { EventQueue } from './event-queue.js';
import { EventQueues } from './event-queues.js';
import { EventTail } from './event-tail.js';
import { tailed, type TailedEvent } from './event-window.js';
import { serializeFor } from './event-serialization.js';

/**
 * Limits of one answer, in events and in characters; a client that is behind polls again. They also
 * bound the memory that a client occupies which does not read its answers.
 */
const MAX_EVENTS = 1000;
const MAX_LENGTH = 1024 * 1024;
const TABLE_PAGE = 1000;
/** After this many pages without an event for its queue, a poll is answered with a heartbeat. */
const MAX_PAGES = 20;
const SWEEP_MS = 1000;
const HEARTBEAT_MIN_MS = 45_000;
const HEARTBEAT_SPREAD_MS = 10_000;
/** Queues with shorter idle timeouts than this count as seen at every sweep while parked. */
const SHORT_IDLE_SECONDS = 120;
/** The `last_event_id` of clients that have no event of the queue yet. */
const NO_EVENT_YET = -1;

/** Sends the events of an answer, each given as JSON text. */
export type Answer = (events: string[]) => void;

interface Poll {
  queue: EventQueue;
  /** All events up to this id were delivered or are not for this queue. */
  afterId: number;
  answer: Answer;
  /** Infinite until the poll is parked. */
  heartbeatAt: number;
}

export type PollProblem = 'pruned' | 'unknown-event' | 'ended';

@Injectable()
export class LongPolls implements OnApplicationBootstrap, OnModuleDestroy {
  /** Parked polls by realm, user and queue: an event goes straight to the queues of its audience. */
  private readonly parked = new Map<number, Map<number, Map<string, Poll>>>();
  /** The poll of each queue, whether parked or still reading. */
  private readonly current = new Map<string, Poll>();
  private sweep: NodeJS.Timeout | undefined;
  private closing = false;
  private delivered = 0;

  constructor(
    private readonly eventQueues: EventQueues,
    private readonly eventTail: EventTail,
    private readonly eventLog: EventLog,
    private readonly clock: Clock,
    private readonly logger: PinoLogger,
  ) {}

  onApplicationBootstrap(): void {
    this.eventTail.onEvents((realmId, events) => this.deliver(realmId, events));
    this.eventQueues.onQueueEnded((queueId) => this.release(queueId));
    this.sweep = setInterval(() => this.sendHeartbeats(), SWEEP_MS);
  }

  /** Answers every waiting poll, so that its client polls another process. */
  onModuleDestroy(): void {
    this.closing = true;
    clearInterval(this.sweep);
    for (const poll of this.current.values()) this.finish(poll, []);
  }

  get waitingCount(): number {
    return this.current.size;
  }

  get deliveredTotal(): number {
    return this.delivered;
  }

  /**
   * Answers with the events after `lastEventId`, at once when there are some or `block` is false.
   * Returns a problem, or a function to call when the client disconnects.
   */
  async poll(
    queue: EventQueue,
    lastEventId: number,
    block: boolean,
    answer: Answer,
  ): Promise<PollProblem | (() => void)> {
    const { realmId, startEventId } = queue;
    const isFirst = lastEventId === NO_EVENT_YET && queue.acknowledgedEventId === startEventId;
    const afterId = isFirst ? startEventId : lastEventId;
    if (afterId < queue.acknowledgedEventId) return 'pruned';
    await this.eventTail.follow(realmId);
    // A poll that does not wait must contain events that this process has not read yet.
    if (!block || afterId > this.eventTail.cursor(realmId)) await this.eventTail.catchUp(realmId);
    if (afterId > this.eventTail.cursor(realmId)) return 'unknown-event';
    if (queue.ended) return 'ended';
    this.eventQueues.acknowledge(queue, afterId);
    this.release(queue.id);
    const poll: Poll = { queue, afterId, answer, heartbeatAt: Infinity };
    this.current.set(queue.id, poll);
    const cancel = (): void => this.remove(poll);
    try {
      await this.answerOrPark(poll, block);
    } catch (error) {
      cancel();
      throw error;
    }
    return cancel;
  }

  private async answerOrPark(poll: Poll, block: boolean): Promise<void> {
    const { realmId } = poll.queue;
    for (let pages = 0; pages < MAX_PAGES; pages++) {
      // No await between reading memory and parking, or an event in between would be missed.
      const recent = this.eventTail.fromMemory(realmId, poll.afterId);
      if (recent) {
        const events = this.collect(recent, poll);
        if (events.length > 0 || !block || this.closing) this.finish(poll, events);
        else this.park(poll);
        return;
      }
      const older = await this.readPage(poll);
      if (older.length > 0) {
        this.finish(poll, older);
        return;
      }
    }
    this.finish(poll, [heartbeat(poll.afterId)]);
  }

  /** Reads a page from the table, for clients behind the window, and advances the poll past it. */
  private async readPage(poll: Poll): Promise<string[]> {
    const { realmId } = poll.queue;
    await this.eventTail.follow(realmId);
    const memoryStart = this.eventTail.memoryStart(realmId);
    const page = await this.eventLog.read(realmId, poll.afterId, TABLE_PAGE);
    const events = this.collect(
      page.map((event) => tailed(event, 0)),
      poll,
    );
    const last = page.at(-1)?.id ?? 0;
    // At the end of the table, events that are neither there nor in memory have been dropped.
    const reached = page.length < TABLE_PAGE ? Math.max(last, memoryStart) : last;
    poll.afterId = Math.max(poll.afterId, reached);
    return events;
  }

  private deliver(realmId: number, events: TailedEvent[]): void {
    const users = this.parked.get(realmId);
    if (!users) return;
    const answers = new Map<Poll, EventPage>();
    for (const event of events) {
      for (const poll of candidates(event, users)) {
        const page = answers.get(poll) ?? new EventPage();
        if (event.id <= poll.afterId || page.isFull) continue;
        page.add(this.serialize(event, poll));
        if (page.events.length > 0) answers.set(poll, page);
      }
    }
    for (const [poll, page] of answers) this.finish(poll, page.events);
  }

  /** The id of a heartbeat is that of the newest event read, so that the client skips to it. */
  private sendHeartbeats(): void {
    const now = this.clock.now().getTime();
    for (const poll of this.current.values()) {
      const { queue } = poll;
      if (queue.idleTimeoutSeconds < SHORT_IDLE_SECONDS) this.eventQueues.touch(queue);
      // Beyond the interval only when the clock was set back.
      const isAhead = poll.heartbeatAt - now > HEARTBEAT_MIN_MS + HEARTBEAT_SPREAD_MS;
      if (now < poll.heartbeatAt && !(isAhead && poll.heartbeatAt < Infinity)) continue;
      this.finish(poll, [heartbeat(Math.max(poll.afterId, this.eventTail.cursor(queue.realmId)))]);
    }
  }

  private park(poll: Poll): void {
    const { realmId, userId, id } = poll.queue;
    if (this.current.get(id) !== poll) return;
    poll.heartbeatAt =
      this.clock.now().getTime() + HEARTBEAT_MIN_MS + Math.floor(spread(id) * HEARTBEAT_SPREAD_MS);
    let users = this.parked.get(realmId);
    if (!users) this.parked.set(realmId, (users = new Map<number, Map<string, Poll>>()));
    let polls = users.get(userId);
    if (!polls) users.set(userId, (polls = new Map<string, Poll>()));
    polls.set(id, poll);
  }

  private remove(poll: Poll): void {
    const { realmId, userId, id } = poll.queue;
    if (this.current.get(id) !== poll) return;
    this.current.delete(id);
    const users = this.parked.get(realmId);
    const polls = users?.get(userId);
    polls?.delete(id);
    if (polls?.size === 0) users?.delete(userId);
    if (users?.size === 0) this.parked.delete(realmId);
  }

  /** Ends the poll of a queue, if there is one. */
  private release(queueId: string): void {
    const poll = this.current.get(queueId);
    if (poll) this.finish(poll, []);
  }

  /** Does nothing for a poll that was replaced by a newer one or whose client disconnected. */
  private finish(poll: Poll, events: string[]): void {
    if (this.current.get(poll.queue.id) !== poll) return;
    this.remove(poll);
    this.eventQueues.touch(poll.queue);
    this.delivered += events.length;
    poll.answer(events);
  }

  private collect(events: TailedEvent[], poll: Poll): string[] {
    const page = new EventPage();
    for (const event of events) {
      if (page.isFull) break;
      page.add(this.serialize(event, poll));
    }
    return page.events;
  }

  /** An event that cannot be serialized is skipped, so that it does not block those after it. */
  private serialize(event: TailedEvent, { queue, afterId }: Poll): readonly string[] {
    try {
      return serializeFor(event, queue, afterId);
    } catch (error) {
      this.logger.error(
        { err: error, eventId: event.id, type: event.type, queueId: queue.id },
        'An event could not be serialized for a client and was skipped',
      );
      return [];
    }
  }
}

/** The events of one answer, each as JSON text. */
class EventPage {
  readonly events: string[] = [];
  private length = 0;

  get isFull(): boolean {
    return this.events.length >= MAX_EVENTS || this.length >= MAX_LENGTH;
  }

  /** Adds as many events as fit; the client continues after the last of them. */
  add(events: readonly string[]): void {
    for (const event of events) {
      if (this.isFull) return;
      this.events.push(event);
      this.length += event.length;
    }
  }
}

/** The parked polls that an event may be for, from the shorter of its audience and the realm. */
function* candidates(
  { audience }: TailedEvent,
  users: Map<number, Map<string, Poll>>,
): Generator<Poll> {
  if (audience.kind === 'internal') return;
  const isListed =
    audience.kind === 'users' || (audience.kind === 'entries' && !audience.nonGuests);
  if (isListed && audience.userIds.length < users.size) {
    for (const userId of audience.userIds) yield* users.get(userId)?.values() ?? [];
    return;
  }
  for (const polls of users.values()) yield* polls.values();
}

function heartbeat(id: number): string {
  return JSON.stringify({ type: 'heartbeat', id });
}

/** A number from 0 to 1 that differs between queues, so that heartbeats are spread out. */
function spread(queueId: string): number {
  return Number.parseInt(queueId.slice(0, 4), 16) / 0xffff;
}
