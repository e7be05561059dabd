export const TRAFFIC_DAYS = 28;
/** Before this age, a channel's traffic says nothing. */
const MIN_AGE_DAYS = 7;
const DAY_MS = 24 * 3600 * 1000;

/**
 * Messages in an average week, from the number of those of the last 28 days, rounded to two digits
 * so that it does not change every day; null for a channel of less than a week.
 */
export function weeklyTraffic(messageCount: number, ageMs: number): number | null {
  const days = Math.floor(ageMs / DAY_MS);
  if (days < MIN_AGE_DAYS) return null;
  const average = Math.floor((messageCount * 7) / Math.min(days, TRAFFIC_DAYS));
  if (average === 0) return messageCount === 0 ? 0 : 1;
  const step = 10 ** Math.max(String(average).length - 2, 0);
  return Math.round(average / step) * step;
}
