// Limits concurrent work per key, such as a user: what exceeds the limit waits in order of arrival, so
// that no key occupies every database connection.
import pLimit, { type LimitFunction } from 'p-limit';

export class KeyedLimit<Key> {
  /** Only keys with work that runs or waits. */
  private readonly limits = new Map<Key, LimitFunction>();

  constructor(private readonly concurrency: number) {}

  async run<T>(key: Key, work: () => Promise<T>): Promise<T> {
    const limit = this.limits.get(key) ?? pLimit(this.concurrency);
    this.limits.set(key, limit);
    try {
      return await limit(work);
    } finally {
      if (limit.activeCount + limit.pendingCount === 0) this.limits.delete(key);
    }
  }

  /** The number of keys with work that runs or waits. */
  get size(): number {
    return this.limits.size;
  }
}
