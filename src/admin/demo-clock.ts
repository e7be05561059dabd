import { Clock } from '#platform/clock.js';

/** The real time, or a moment before it at which somebody in the demo organization writes. */
export class DemoClock extends Clock {
  private behindMs = 0;

  override now(): Date {
    const time = super.now();
    time.setTime(time.getTime() - this.behindMs);
    return time;
  }

  goBack(milliseconds: number): void {
    this.behindMs = milliseconds;
  }

  goOn(): void {
    this.behindMs = 0;
  }
}
