import { Clock } from '#platform/clock.js';

/** The real time, moved by as much as a test asks for. */
export class TestClock extends Clock {
  private offsetMs = 0;

  override now(): Date {
    return new Date(Date.now() + this.offsetMs);
  }

  override elapsed(): number {
    return performance.now() + this.offsetMs;
  }

  advance(seconds: number): void {
    this.offsetMs += seconds * 1000;
  }
}
