export const TRAFFIC_DAYS = 28;
/** The traffic of younger streams is not meaningful. */
const MIN_AGE_DAYS = 7;
const DAY_MS = 24 * 3600 * 1000;

/**
 * Average messages per week over the last 28 days, rounded to two significant digits so that it rarely
 * changes; null for a stream younger than a week.
 */
export function weeklyTraffic(messageCount: number, ageMs: number): number | null {
  const days = Math.floor(ageMs / DAY_MS);
  if (days < MIN_AGE_DAYS) return null;
  const average = Math.floor((messageCount * 7) / Math.min(days, TRAFFIC_DAYS));
  if (average === 0) return messageCount === 0 ? 0 : 1;
  const step = 10 ** Math.max(String(average).length - 2, 0);
  return Math.round(average / step) * step;
}
