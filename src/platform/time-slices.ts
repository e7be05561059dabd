// Divides a long computation into slices, between which the event loop serves other requests (see
// docs/decisions/0014-limits.md). Only the caller knows where it can be interrupted.
import { setImmediate as nextTurn } from 'node:timers/promises';

const SLICE_MS = 10;

export class TimeSlices {
  private end = performance.now() + SLICE_MS;

  /** Waits for the next turn of the event loop when the current slice is used up. */
  async pause(): Promise<void> {
    if (performance.now() < this.end) return;
    await nextTurn();
    this.end = performance.now() + SLICE_MS;
  }
}
