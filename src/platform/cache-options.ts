// Options that the LRU caches of the application share.
import type { Clock } from './clock.js';

/** Limits the number of entries. Memory grows with use, whereas `max` allocates all of it at once. */
export function atMost(entries: number): { maxSize: number; sizeCalculation: () => number } {
  return { maxSize: entries, sizeCalculation: () => 1 };
}

/** Entries expire after `milliseconds` of the application's clock. */
export function expiringAfter(
  milliseconds: number,
  clock: Clock,
): { ttl: number; ttlResolution: number; perf: { now: () => number } } {
  return { ttl: milliseconds, ttlResolution: 0, perf: { now: () => clock.elapsed() } };
}
