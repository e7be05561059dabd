// A bounded cache by text keys whose entries expire. What is read while entries are being dropped
// is not kept, because it may be older than the change that dropped them.
import { type Clock, isFresh } from '#platform/clock.js';

export class ExpiringMap<Value> {
  private readonly entries = new Map<string, { value: Value; expiresAt: number }>();
  private drops = 0;

  constructor(
    private readonly clock: Clock,
    private readonly limits: { maxAgeMs: number; maxSize: number },
  ) {}

  get size(): number {
    return this.entries.size;
  }

  get(key: string): Value | undefined {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    const now = this.clock.now().getTime();
    if (isFresh(entry.expiresAt, now, this.limits.maxAgeMs)) return entry.value;
    this.entries.delete(key);
    return undefined;
  }

  /** Reads the value and keeps it, unless there is none. */
  async load(key: string, read: () => Promise<Value | undefined>): Promise<Value | undefined> {
    const dropsBefore = this.drops;
    const value = await read();
    if (value !== undefined && this.drops === dropsBefore) this.set(key, value);
    return value;
  }

  deleteWhere(isOutdated: (value: Value) => boolean): void {
    this.drops++;
    for (const [key, { value }] of this.entries) if (isOutdated(value)) this.entries.delete(key);
  }

  private set(key: string, value: Value): void {
    const now = this.clock.now().getTime();
    this.entries.delete(key);
    this.entries.set(key, { value, expiresAt: now + this.limits.maxAgeMs });
    // Entries are in the order they were kept, so the first is the oldest.
    for (const [oldest, { expiresAt }] of this.entries) {
      if (this.entries.size <= this.limits.maxSize && expiresAt > now) break;
      this.entries.delete(oldest);
    }
  }
}
