// Follows the log for the realms that this process serves. On a wake-up, or every second at the
// latest, one query reads what is new in all of them; the last minutes stay in memory.
// Readers see each event once, in order; after a lost connection the tail goes on where it was.
import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
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
/** Bounds memory: of the windows of all realms together, as text (see EventWindow.bytes). */
const MAX_WINDOW_BYTES = 64 * 1024 * 1024;
/** A realm that nobody asked for this long is no longer followed. */
const UNUSED_MS = 15 * 60_000;

export type TailListener = (realmId: number, events: TailedEvent[]) => void;

interface FollowedRealm {
  /** Everything up to this id has been read. */
  cursor: number;
  window: EventWindow;
  usedAt: number;
}

@Injectable()
export class EventTail implements OnApplicationBootstrap, OnApplicationShutdown {
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
      this.forgetUnusedRealms();
      if (this.realms.size === 0) this.caughtUpAt = this.clock.now().getTime();
      for (const realmId of this.realms.keys()) this.scheduleRead(realmId);
    }, SWEEP_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    this.unsubscribe?.();
    clearInterval(this.sweep);
    await this.reading;
  }

  /** Seconds for which the followed realms are known to be read to their end no more. */
  get lagSeconds(): number {
    return Math.max(0, this.clock.now().getTime() - this.caughtUpAt - SWEEP_MS) / 1000;
  }

  /** Called with each batch of new events of the followed realms, in order. */
  onEvents(listener: TailListener): void {
    this.listeners.add(listener);
  }

  /**
   * For what is kept until it changes: called as soon as this process can know of a change, so that
   * a client that got the answer to its write meets no older state here. Its own events come twice.
   */
  onChanges(listener: ChangeListener): void {
    this.eventLog.onCommitted(listener);
    this.onEvents(listener);
  }

  /** Called when a realm is no longer followed: what was kept for it may be stale from now on. */
  onRealmClosed(listener: (realmId: number) => void): void {
    this.closeListeners.add(listener);
  }

  /** Follows a realm from now on. What is loaded after this resolves can be kept current by events. */
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

  /** The id up to which the realm has been read; 0 for one that is not followed. */
  cursor(realmId: number): number {
    return this.realms.get(realmId)?.cursor ?? 0;
  }

  /** Reads now what has been committed until now, and hands it out; 503 when it can not. */
  async catchUp(realmId: number): Promise<void> {
    await this.reading;
    this.scheduleRead(realmId);
    await this.reading;
    if (this.failing) throw ApiError.ofStatus(503);
  }

  /** The events after an id as far as memory holds them, or undefined when it begins later. */
  fromMemory(realmId: number, afterId: number): TailedEvent[] | undefined {
    return this.realms.get(realmId)?.window.after(afterId);
  }

  /** The id after which memory holds every event that was read; 0 for a realm not followed. */
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

  /** Ends in the same step in which it finds nothing more to read, so that no wake-up is missed. */
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

  /** What one listener makes of the events must not keep them from the others. */
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

  private forgetUnusedRealms(): void {
    const now = this.clock.now().getTime();
    for (const [realmId, realm] of this.realms) {
      if (now - realm.usedAt < UNUSED_MS) continue;
      this.realms.delete(realmId);
      for (const listener of this.closeListeners) listener(realmId);
    }
  }

  private failed(error: unknown): void {
    if (!this.failing)
      this.logger.error({ err: error }, 'The event log can not be read; trying again');
    this.failing = true;
  }

  private recovered(): void {
    if (this.failing) this.logger.warn('The event log is read again');
    this.failing = false;
  }
}
