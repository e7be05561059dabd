import { ApiError } from '#platform/http/api-error.js';

/** Maximum subscriptions of one transaction (docs/decisions/0014-limits.md). */
const MAX_SUBSCRIPTIONS = 10_000;

/** Throws if several streams with many users are too many. A single stream can have any number of users. */
export function checkSubscriptionCount(streams: number, users: number): void {
  if (streams <= 1 || streams * users <= MAX_SUBSCRIPTIONS) return;
  throw ApiError.badRequest(
    `A request with several channels can change at most ${MAX_SUBSCRIPTIONS} subscriptions: send fewer channels or users at once`,
  );
}
