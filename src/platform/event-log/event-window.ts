// The newest events of one realm in memory, so that most polls do not query the table. The window
// limits the age and the number of its events; EventTail limits the bytes of all windows.
import type { LoggedEvent } from './event-definition.js';

const MAX_AGE_MS = 5 * 60_000;
const MAX_EVENTS = 20_000;
/** Removing elements from the start of an array costs its length, so that is done in batches. */
const MIN_DROP = 1000;

/** An event in memory, with its serialized variants (see EventDefinition.variantFor). */
export interface TailedEvent extends LoggedEvent {
  readAt: number;
  variants: Map<string, readonly string[]>;
}

export function tailed(event: LoggedEvent, readAt: number): TailedEvent {
  return { ...event, readAt, variants: new Map() };
}

export class EventWindow {
  private readonly events: TailedEvent[] = [];
  private heldBytes = 0;

  /** The window will hold the events after `start`; earlier ones are only in the table. */
  constructor(private start: number) {}

  get startId(): number {
    return this.start;
  }

  /** Length of the events as text in the table; in memory they take a small multiple. */
  get bytes(): number {
    return this.heldBytes;
  }

  push(events: TailedEvent[]): void {
    for (const event of events) {
      this.events.push(event);
      this.heldBytes += event.bytes;
    }
  }

  /** The events after an id, oldest first, or undefined when the window starts later. */
  after(id: number): TailedEvent[] | undefined {
    return id < this.start ? undefined : this.events.slice(this.indexAfter(id));
  }

  /** Drops events beyond the limits of age and number. */
  trim(now: number): void {
    const { events } = this;
    let dropped = Math.max(0, events.length - MAX_EVENTS);
    while (dropped < events.length && now - events[dropped]!.readAt > MAX_AGE_MS) dropped++;
    if (dropped >= MIN_DROP || dropped * 2 >= events.length) this.drop(dropped);
  }

  dropOlderHalf(): void {
    this.drop(Math.ceil(this.events.length / 2));
  }

  private drop(count: number): void {
    if (count === 0) return;
    const dropped = this.events.splice(0, count);
    for (const { bytes } of dropped) this.heldBytes -= bytes;
    this.start = dropped.at(-1)!.id;
  }

  private indexAfter(id: number): number {
    let low = 0;
    let high = this.events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.events[middle]!.id > id) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
