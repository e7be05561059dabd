// Answers GET /events. A poll with nothing to tell is parked: of it only the response is kept,
// until an event for its queue arrives, the heartbeat is due, or the client goes away.
import {
  type BeforeApplicationShutdown,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Clock } from '#platform/clock.js';
import { EventLog } from './event-log.js';
import type { EventQueue } from './event-queue.js';
import { EventQueues } from './event-queues.js';
import { EventTail, type TailedEvent } from './event-tail.js';
import { handOut } from './hand-out.js';

/** Most events in one answer; a client that is behind asks again. */
const MAX_EVENTS = 1000;
const TABLE_PAGE = 1000;
const SWEEP_MS = 1000;
const HEARTBEAT_MIN_MS = 45_000;
const HEARTBEAT_SPREAD_MS = 10_000;
/** Parked queues that may idle only this long count as seen at every sweep. */
const SHORT_IDLE_SECONDS = 120;

/** Takes the events of an answer, each as JSON text. */
export type Answer = (events: string[]) => void;

interface ParkedPoll {
  queue: EventQueue;
  afterId: number;
  answer: Answer;
  heartbeatAt: number;
}

export type PollProblem = 'pruned' | 'unknown-event';

@Injectable()
export class LongPolls implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** By realm, user and queue: an event goes straight to the queues of its audience. */
  private readonly realms = new Map<number, Map<number, Map<string, ParkedPoll>>>();
  private readonly byQueue = new Map<string, ParkedPoll>();
  private sweep: NodeJS.Timeout | undefined;
  private closing = false;
  private handedOut = 0;

  constructor(
    private readonly queues: EventQueues,
    private readonly tail: EventTail,
    private readonly log: EventLog,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.tail.onEvents((realmId, events) => this.deliver(realmId, events));
    this.queues.onQueueEnded((queueId) => this.release(queueId));
    this.sweep = setInterval(() => this.beat(), SWEEP_MS);
  }

  /** Answers every parked poll, so that its client comes back to another process. */
  beforeApplicationShutdown(): void {
    this.closing = true;
    clearInterval(this.sweep);
    for (const poll of this.byQueue.values()) this.finish(poll, []);
  }

  get parkedCount(): number {
    return this.byQueue.size;
  }

  get handedOutTotal(): number {
    return this.handedOut;
  }

  /**
   * Answers with the events after `afterId`, at once when there are some or `block` is false.
   * Returns what is wrong with `afterId`, or a function to call when the client goes away.
   */
  async poll(
    queue: EventQueue,
    afterId: number,
    block: boolean,
    answer: Answer,
  ): Promise<PollProblem | (() => void)> {
    const { realmId } = queue;
    if (afterId < queue.acknowledgedEventId) return 'pruned';
    await this.tail.follow(realmId);
    if (afterId > this.tail.cursor(realmId)) {
      await this.tail.catchUp(realmId);
      if (afterId > this.tail.cursor(realmId)) return 'unknown-event';
    }
    this.queues.touch(queue, afterId);
    const poll: ParkedPoll = { queue, afterId, answer, heartbeatAt: 0 };
    this.release(queue.id);
    // From here to the parking nothing may wait, or an event could pass unseen between the two.
    const events = this.inMemory(poll) ?? (await this.fromTable(poll));
    if (events.length > 0 || !block || this.closing) this.finish(poll, events);
    else this.park(poll);
    return () => this.unpark(poll);
  }

  private inMemory(poll: ParkedPoll): string[] | undefined {
    const events = this.tail.fromMemory(poll.queue.realmId, poll.afterId);
    return events && collect(events, poll.queue);
  }

  /** For a client that is further behind than memory reaches: pages until it has something. */
  private async fromTable(poll: ParkedPoll): Promise<string[]> {
    const { realmId } = poll.queue;
    for (;;) {
      const page = await this.log.read(realmId, poll.afterId, TABLE_PAGE);
      const tailed = page.map((event): TailedEvent => ({ ...event, readAt: 0, forms: new Map() }));
      const events = collect(tailed, poll.queue);
      if (events.length > 0) return events;
      const last = page.at(-1);
      if (last) poll.afterId = last.id;
      const recent = this.inMemory(poll);
      if (recent) return recent;
      if (!last) return [];
    }
  }

  private deliver(realmId: number, events: TailedEvent[]): void {
    const parkedUsers = this.realms.get(realmId);
    if (!parkedUsers) return;
    const answers = new Map<ParkedPoll, string[]>();
    for (const event of events) {
      for (const poll of candidates(event, parkedUsers)) {
        if (event.id <= poll.afterId) continue;
        const json = handOut(event, poll.queue);
        if (json === undefined) continue;
        const list = answers.get(poll);
        if (list) list.push(json);
        else answers.set(poll, [json]);
      }
    }
    for (const [poll, list] of answers) this.finish(poll, list);
  }

  /** The heartbeat carries the id up to which nothing was for this queue, so it can be skipped. */
  private beat(): void {
    const now = this.clock.now().getTime();
    for (const poll of this.byQueue.values()) {
      const { queue } = poll;
      if (queue.idleTimeoutSeconds < SHORT_IDLE_SECONDS) this.queues.touch(queue, poll.afterId);
      if (now < poll.heartbeatAt) continue;
      const id = Math.max(poll.afterId, this.tail.cursor(queue.realmId));
      this.finish(poll, [JSON.stringify({ type: 'heartbeat', id })]);
    }
  }

  private park(poll: ParkedPoll): void {
    const { realmId, userId, id } = poll.queue;
    poll.heartbeatAt =
      this.clock.now().getTime() + HEARTBEAT_MIN_MS + Math.floor(spread(id) * HEARTBEAT_SPREAD_MS);
    let users = this.realms.get(realmId);
    if (!users) this.realms.set(realmId, (users = new Map()));
    let polls = users.get(userId);
    if (!polls) users.set(userId, (polls = new Map()));
    polls.set(id, poll);
    this.byQueue.set(id, poll);
  }

  private unpark(poll: ParkedPoll): void {
    const { realmId, userId, id } = poll.queue;
    if (this.byQueue.get(id) !== poll) return;
    this.byQueue.delete(id);
    const users = this.realms.get(realmId);
    const polls = users?.get(userId);
    polls?.delete(id);
    if (polls?.size === 0) users?.delete(userId);
    if (users?.size === 0) this.realms.delete(realmId);
  }

  /** Ends the poll that is parked on a queue, if there is one: a newer poll takes its place. */
  private release(queueId: string): void {
    const poll = this.byQueue.get(queueId);
    if (poll) this.finish(poll, []);
  }

  private finish(poll: ParkedPoll, events: string[]): void {
    this.unpark(poll);
    this.queues.touch(poll.queue, poll.afterId);
    this.handedOut += events.length;
    poll.answer(events);
  }
}

function collect(events: TailedEvent[], queue: EventQueue): string[] {
  const collected: string[] = [];
  for (const event of events) {
    const json = handOut(event, queue);
    if (json !== undefined) collected.push(json);
    if (collected.length === MAX_EVENTS) break;
  }
  return collected;
}

/** The parked polls that an event could be for: the shorter of its audience and all of the realm. */
function* candidates(
  { audience }: TailedEvent,
  users: Map<number, Map<string, ParkedPoll>>,
): Generator<ParkedPoll> {
  if (audience.kind === 'nobody') return;
  if (audience.kind === 'users' && audience.userIds.length < users.size) {
    for (const userId of audience.userIds) yield* users.get(userId)?.values() ?? [];
    return;
  }
  for (const polls of users.values()) yield* polls.values();
}

/** A number from 0 to 1 that differs from queue to queue, so that heartbeats spread out. */
function spread(queueId: string): number {
  return Number.parseInt(queueId.slice(0, 4), 16) / 0xffff;
}
