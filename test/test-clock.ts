import { Clock } from '#platform/clock.js';

interface Sleeper {
  wakesAtMs: number;
  wake: () => void;
}

/** The longest delay of a timer, 24 days. */
const FOREVER_MS = 2 ** 31 - 1;

/** The real time plus an offset. */
export class TestClock extends Clock {
  private readonly sleepers = new Set<Sleeper>();
  private offsetMs = 0;
  private pausedAtMs: number | undefined;
  private skipsSleep = false;

  override now(): Date {
    return new Date((this.pausedAtMs ?? Date.now()) + this.offsetMs);
  }

  /** Until `resume`, only `advance` moves the clock and ends sleeps: nothing expires meanwhile. */
  pause(): void {
    this.pausedAtMs = Date.now();
  }

  resume(): void {
    this.pausedAtMs = undefined;
  }

  /** Also ends sleeps until that time. */
  advance(seconds: number): void {
    this.offsetMs += seconds * 1000;
    for (const { wakesAtMs, wake } of this.sleepers) {
      if (wakesAtMs <= this.now().getTime()) wake();
    }
  }

  /** From now on sleeps end immediately. */
  skipSleep(): void {
    this.skipsSleep = true;
  }

  /** The number of current sleeps. */
  get sleeping(): number {
    return this.sleepers.size;
  }

  override async sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (this.skipsSleep) return;
    const woken = new AbortController();
    const sleeper = {
      wakesAtMs: this.now().getTime() + milliseconds,
      wake: () => woken.abort(),
    };
    this.sleepers.add(sleeper);
    const limitMs = this.pausedAtMs === undefined ? milliseconds : FOREVER_MS;
    await super.sleep(limitMs, AbortSignal.any([signal, woken.signal]));
    this.sleepers.delete(sleeper);
  }

  reset(): void {
    this.offsetMs = 0;
    this.resume();
  }
}
