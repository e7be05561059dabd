// Follows the event log for the realms that this process serves. After a wake-up, and at least every
// second, one query reads the new events of all these realms; the last minutes stay in memory.
// Listeners receive each event once and in order, also across lost database connections.
import {
  Injectable,
  type OnApplicationBootstrap,
  type BeforeApplicationShutdown,
} from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { Clock } from '#platform/clock.js';
import { ApiError } from '#platform/http/api-error.js';
import { type LoggedEvent } from './event-definition.js';
import { type ChangeListener, EventLog } from './event-log.js';
import { EventWindow, tailed, type TailedEvent } from './event-window.js';
import { WakeUps } from './wake-ups.js';

const PAGE = 1000;
const SWEEP_MS = 1000;
/** Limit for the windows of all realms together (see EventWindow.bytes). */
const MAX_WINDOW_BYTES = 64 * 1024 * 1024;
/** A realm that was not requested for this long is no longer followed. */
const UNUSED_MS = 15 * 60_000;

export type TailListener = (realmId: number, events: TailedEvent[]) => void;

interface FollowedRealm {
  /** Id of the newest event that was read. */
  cursor: number;
  window: EventWindow;
  usedAt: number;
}

@Injectable()
export class EventTail implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly realms = new Map<number, FollowedRealm>();
  private readonly opening = new Map<number, Promise<FollowedRealm>>();
  private readonly dirty = new Set<number>();
  private readonly listeners = new Set<TailListener>();
  private readonly closeListeners = new Set<(realmId: number) => void>();
  private reading: Promise<void> | undefined;
  private sweep: NodeJS.Timeout | undefined;
  private unsubscribe: (() => void) | undefined;
  private failing = false;
  private caughtUpAt: number;

  constructor(
    private readonly eventLog: EventLog,
    private readonly wakeUps: WakeUps,
    private readonly clock: Clock,
    private readonly logger: PinoLogger,
  ) {
    this.caughtUpAt = clock.now().getTime();
  }

  onApplicationBootstrap(): void {
    this.unsubscribe = this.wakeUps.subscribe((realmId, latestEventId) => {
      const realm = this.realms.get(realmId);
      if (realm && latestEventId > realm.cursor) this.scheduleRead(realmId);
    });
    this.sweep = setInterval(() => {
      this.closeUnusedRealms();
      if (this.realms.size === 0) this.caughtUpAt = this.clock.now().getTime();
      for (const realmId of this.realms.keys()) this.scheduleRead(realmId);
    }, SWEEP_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.unsubscribe?.();
    clearInterval(this.sweep);
    await this.reading;
  }

  /** Seconds since the followed realms were last read to their end; 0 while that is regular. */
  get lagSeconds(): number {
    return Math.max(0, this.clock.now().getTime() - this.caughtUpAt - SWEEP_MS) / 1000;
  }

  /** Calls `listener` with each batch of new events of the followed realms, in order. */
  onEvents(listener: TailListener): void {
    this.listeners.add(listener);
  }

  /**
   * Calls `listener` as early as possible, for invalidating caches: with the events of this process
   * right after their commit, so that a client that has the answer to its write does not read older
   * state, and with all events when they are read from the log. Own events therefore come twice.
   */
  onChanges(listener: ChangeListener): void {
    this.eventLog.onCommitted(listener);
    this.onEvents(listener);
  }

  /** Calls `listener` when a realm is no longer followed: its caches are no longer invalidated. */
  onRealmClosed(listener: (realmId: number) => void): void {
    this.closeListeners.add(listener);
  }

  /** Follows a realm. Data loaded after this resolves can be kept up to date by events. */
  async follow(realmId: number): Promise<void> {
    const realm = this.realms.get(realmId);
    if (realm) {
      realm.usedAt = this.clock.now().getTime();
      return;
    }
    let opening = this.opening.get(realmId);
    if (!opening) {
      opening = this.open(realmId).finally(() => this.opening.delete(realmId));
      this.opening.set(realmId, opening);
    }
    await opening;
  }

  /**
   * Follows a realm, and returns the id of an event up to which caches are current. Changes of rights by
   * this process are read first, so that an act after them need not begin again.
   */
  async position(realmId: number): Promise<number> {
    await this.follow(realmId);
    if (this.eventLog.latestRightsChange(realmId) > this.cursor(realmId)) {
      await this.catchUp(realmId);
    }
    return this.cursor(realmId);
  }

  /** Id of the newest event that was read; 0 for a realm that is not followed. */
  cursor(realmId: number): number {
    return this.realms.get(realmId)?.cursor ?? 0;
  }

  /** Reads and distributes all events committed before the call. Throws a 503 when it cannot. */
  async catchUp(realmId: number): Promise<void> {
    await this.reading;
    this.scheduleRead(realmId);
    await this.reading;
    if (this.failing) throw ApiError.ofStatus(503);
  }

  /** The events after an id, or undefined when memory does not hold all of them. */
  fromMemory(realmId: number, afterId: number): TailedEvent[] | undefined {
    return this.realms.get(realmId)?.window.after(afterId);
  }

  /** The id after which memory holds every event; 0 for a realm that is not followed. */
  memoryStart(realmId: number): number {
    return this.realms.get(realmId)?.window.startId ?? 0;
  }

  private async open(realmId: number): Promise<FollowedRealm> {
    const cursor = await this.eventLog.latestId(realmId);
    const realm: FollowedRealm = {
      cursor,
      window: new EventWindow(cursor),
      usedAt: this.clock.now().getTime(),
    };
    this.realms.set(realmId, realm);
    this.scheduleRead(realmId);
    return realm;
  }

  private scheduleRead(realmId: number): void {
    this.dirty.add(realmId);
    this.reading ??= Promise.resolve().then(() => this.readAll());
  }

  /** Clears `reading` in the same tick in which `dirty` is empty, so that no wake-up is missed. */
  private async readAll(): Promise<void> {
    try {
      while (this.dirty.size > 0) {
        const positions = new Map<number, number>();
        for (const realmId of this.dirty) {
          const realm = this.realms.get(realmId);
          if (realm) positions.set(realmId, realm.cursor);
        }
        this.dirty.clear();
        if (positions.size > 0) this.distribute(await this.eventLog.readRealms(positions, PAGE));
      }
      this.caughtUpAt = this.clock.now().getTime();
      this.recovered();
    } catch (error) {
      this.failed(error);
    } finally {
      this.reading = undefined;
    }
  }

  private distribute(events: LoggedEvent[]): void {
    const readAt = this.clock.now().getTime();
    for (let start = 0; start < events.length;) {
      const { realmId } = events[start]!;
      let end = start;
      while (end < events.length && events[end]!.realmId === realmId) end++;
      const realm = this.realms.get(realmId);
      if (realm) {
        const batch = events.slice(start, end).map((event) => tailed(event, readAt));
        if (batch.length === PAGE) this.dirty.add(realmId);
        realm.window.push(batch);
        realm.cursor = batch.at(-1)!.id;
        this.notify(realmId, batch);
      }
      start = end;
    }
    this.boundMemory(readAt);
  }

  /** A listener that throws does not affect the others. */
  private notify(realmId: number, events: TailedEvent[]): void {
    for (const listener of this.listeners) {
      try {
        listener(realmId, events);
      } catch (error) {
        this.logger.error({ err: error, realmId }, 'New events could not be processed');
      }
    }
  }

  private boundMemory(now: number): void {
    let bytes = 0;
    for (const { window } of this.realms.values()) {
      window.trim(now);
      bytes += window.bytes;
    }
    if (bytes <= MAX_WINDOW_BYTES) return;
    for (const { window } of this.realms.values()) window.dropOlderHalf();
  }

  private closeUnusedRealms(): void {
    const now = this.clock.now().getTime();
    for (const [realmId, realm] of this.realms) {
      if (now - realm.usedAt < UNUSED_MS) continue;
      this.realms.delete(realmId);
      for (const listener of this.closeListeners) listener(realmId);
    }
  }

  private failed(error: unknown): void {
    if (!this.failing) this.logger.error({ err: error }, 'The event log cannot be read; retrying');
    this.failing = true;
  }

  private recovered(): void {
    if (this.failing) this.logger.warn('The event log is read again');
    this.failing = false;
  }
}
