import { Clock } from '#platform/clock.js';

/** A clock that can be set back, for sample messages of past days. */
export class DemoClock extends Clock {
  private behindMs = 0;

  override now(): Date {
    const time = super.now();
    time.setTime(time.getTime() - this.behindMs);
    return time;
  }

  setBack(milliseconds: number): void {
    this.behindMs = milliseconds;
  }

  reset(): void {
    this.behindMs = 0;
  }
}
