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
import { type LoggedEvent } from './event-definition.js';
import { EventLog } from './event-log.js';
import { WakeUps } from './wake-ups.js';

const PAGE = 1000;
const SWEEP_MS = 1000;
const WINDOW_MS = 5 * 60_000;
/** Bounds memory: an event weighs 1, and 1 more for each 100 people in its audience. */
const WINDOW_WEIGHT = 20_000;
/** A realm that nobody asked for this long is no longer followed. */
const UNUSED_MS = 15 * 60_000;

export type TailListener = (realmId: number, events: TailedEvent[]) => void;

/** An event in memory, with its serialised forms (see EventDefinition.formFor). */
export interface TailedEvent extends LoggedEvent {
  readAt: number;
  forms: Map<string, string | undefined>;
}

interface FollowedRealm {
  /** Everything up to this id has been read. */
  cursor: number;
  /** Events after this id are in `window`; earlier ones only in the table. */
  windowStart: number;
  window: TailedEvent[];
  weight: number;
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
    private readonly log: EventLog,
    private readonly wakeUps: WakeUps,
    private readonly clock: Clock,
    private readonly logger: PinoLogger,
  ) {
    this.caughtUpAt = clock.now().getTime();
  }

  onApplicationBootstrap(): void {
    this.unsubscribe = this.wakeUps.subscribe((realmId, latestEventId) => {
      const realm = this.realms.get(realmId);
      if (realm && latestEventId > realm.cursor) this.readSoon(realmId);
    });
    this.sweep = setInterval(() => {
      this.forgetUnusedRealms();
      for (const realmId of this.realms.keys()) this.readSoon(realmId);
    }, SWEEP_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    this.unsubscribe?.();
    clearInterval(this.sweep);
    await this.reading;
  }

  /** Seconds since the log was last known to be read to its end. */
  get lagSeconds(): number {
    return Math.max(0, this.clock.now().getTime() - this.caughtUpAt - SWEEP_MS) / 1000;
  }

  /** Called with each batch of new events of the followed realms, in order. It must not throw. */
  onEvents(listener: TailListener): void {
    this.listeners.add(listener);
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

  isFollowed(realmId: number): boolean {
    return this.realms.has(realmId);
  }

  /** The id up to which the realm has been read; 0 for one that is not followed. */
  cursor(realmId: number): number {
    return this.realms.get(realmId)?.cursor ?? 0;
  }

  /** Reads now, whatever has been committed; resolves when it is handed out. */
  async catchUp(realmId: number): Promise<void> {
    await this.reading;
    this.readSoon(realmId);
    await this.reading;
  }

  /** The events after an id as far as memory holds them, or undefined when it begins later. */
  fromMemory(realmId: number, afterId: number): TailedEvent[] | undefined {
    const realm = this.realms.get(realmId);
    if (!realm || afterId < realm.windowStart) return undefined;
    const { window } = realm;
    let start = window.length;
    while (start > 0 && window[start - 1]!.id > afterId) start--;
    return window.slice(start);
  }

  private async open(realmId: number): Promise<FollowedRealm> {
    const cursor = await this.log.latestId(realmId);
    const realm: FollowedRealm = {
      cursor,
      windowStart: cursor,
      window: [],
      weight: 0,
      usedAt: this.clock.now().getTime(),
    };
    this.realms.set(realmId, realm);
    this.readSoon(realmId);
    return realm;
  }

  private readSoon(realmId: number): void {
    this.dirty.add(realmId);
    this.reading ??= this.readAll().finally(() => {
      this.reading = undefined;
    });
  }

  private async readAll(): Promise<void> {
    while (this.dirty.size > 0) {
      const positions = new Map<number, number>();
      for (const realmId of this.dirty) {
        const realm = this.realms.get(realmId);
        if (realm) positions.set(realmId, realm.cursor);
      }
      this.dirty.clear();
      if (positions.size === 0) return;
      try {
        const events = await this.log.readRealms(positions, PAGE);
        this.handOut(events);
        this.recovered();
      } catch (error) {
        this.failed(error);
        return;
      }
    }
    this.caughtUpAt = this.clock.now().getTime();
  }

  private handOut(events: LoggedEvent[]): void {
    const readAt = this.clock.now().getTime();
    for (let start = 0; start < events.length;) {
      const { realmId } = events[start]!;
      let end = start;
      while (end < events.length && events[end]!.realmId === realmId) end++;
      const realm = this.realms.get(realmId);
      if (realm) {
        const batch = events
          .slice(start, end)
          .map((event): TailedEvent => ({ ...event, readAt, forms: new Map() }));
        if (batch.length === PAGE) this.dirty.add(realmId);
        realm.window.push(...batch);
        for (const event of batch) realm.weight += weightOf(event);
        realm.cursor = batch.at(-1)!.id;
        trim(realm, readAt);
        for (const listener of this.listeners) listener(realmId, batch);
      }
      start = end;
    }
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

function weightOf({ audience }: TailedEvent): number {
  return 1 + ('userIds' in audience ? audience.userIds.length / 100 : 0);
}

function trim(realm: FollowedRealm, now: number): void {
  const { window } = realm;
  let dropped = 0;
  let { weight } = realm;
  while (
    dropped < window.length &&
    (weight > WINDOW_WEIGHT || now - window[dropped]!.readAt > WINDOW_MS)
  ) {
    weight -= weightOf(window[dropped]!);
    dropped++;
  }
  // Shifting the array costs its length, so it is done for many events at once.
  if (dropped === 0 || (dropped < 1000 && dropped * 2 < window.length)) return;
  realm.windowStart = window[dropped - 1]!.id;
  realm.weight = weight;
  window.splice(0, dropped);
}
