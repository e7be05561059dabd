// Divides a long computation into slices, between which the event loop serves other requests (see
// docs/decisions/0014-limits.md). Only the caller knows where it can be interrupted:
// `if (slices.isOver) await slices.next();`, since an await at each step costs more than a short step.
import { setImmediate as nextTurn } from 'node:timers/promises';

const SLICE_MS = 10;

export class TimeSlices {
  private end = performance.now() + SLICE_MS;

  /** Whether the current slice is used up. */
  get isOver(): boolean {
    return performance.now() >= this.end;
  }

  /** Waits for the next turn of the event loop. */
  async next(): Promise<void> {
    await nextTurn();
    this.end = performance.now() + SLICE_MS;
  }
}
