// The delay before a request is repeated, if it may be.
import { onAbort } from './abort.js';
import { ApiFailure, ConnectionFailure } from './api-failure.js';

const FIRST_MS = 250;
const LONGEST_MS = 20_000;

/**
 * Milliseconds until the next attempt, or undefined if there must be none. Requests without
 * `isRepeatable` are repeated only if the server cannot have processed them.
 */
export function waitBeforeRetry(
  failure: unknown,
  attempt: number,
  isRepeatable: boolean,
): number | undefined {
  if (failure instanceof ApiFailure) {
    const { status, retryAfterMs } = failure;
    if (status === 429) return (retryAfterMs ?? FIRST_MS) + jitter(attempt);
    if (status < 500 || !isRepeatable) return undefined;
    return Math.max(retryAfterMs ?? 0, jitter(attempt));
  }
  if (failure instanceof ConnectionFailure) {
    return isRepeatable || failure.wasNotSent ? jitter(attempt) : undefined;
  }
  return undefined;
}

/** A random delay below a limit that doubles, so that clients do not retry simultaneously. */
function jitter(attempt: number): number {
  return Math.random() * Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt, 16));
}

/** Rejects with the reason of the first signal that is aborted. */
export function sleep(ms: number, ...signals: AbortSignal[]): Promise<void> {
  const aborted = signals.find((signal) => signal.aborted);
  if (aborted) return Promise.reject(aborted.reason as Error);
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
    const timer = setTimeout(() => {
      end();
      resolve();
    }, ms);
    const stops = signals.map((signal) =>
      onAbort(signal, () => {
        end();
        reject(signal.reason as Error);
      }),
    );
  });
}
