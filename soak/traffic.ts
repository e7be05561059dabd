// Writes by random actors at an even rate until it is stopped, with their results.
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiFailure, type Session } from 'parley-client';
import { NothingYet, OWNER_OPERATIONS, operations, type World } from './operations.js';

export class Traffic {
  readonly done = new Map<string, number>();
  /** Number of errors by operation and code. */
  readonly refused = new Map<string, number>();
  readonly unanswered = new Map<string, number>();
  /** Number of 503 responses, which are allowed while PostgreSQL restarts. */
  readonly unavailable = new Map<string, number>();
  /** Responses that no request may get. */
  readonly faults: string[] = [];
  /** Acknowledged messages, with the time. */
  readonly acknowledged: number[] = [];
  private readonly stopping = new AbortController();
  private running: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly world: World,
    /** Sends to all users, and repeats sends without a response. */
    private readonly senders: Session[],
    private readonly perSecond: number,
  ) {}

  start(writers: number): void {
    setMaxListeners(0, this.stopping.signal);
    const pauseMs = (1000 * writers) / this.perSecond;
    const loops = Array.from({ length: writers }, async () => {
      while (!this.stopping.signal.aborted) {
        const [name, operation] = this.world.pick(Object.entries(operations));
        const actor = OWNER_OPERATIONS.has(name)
          ? this.world.people[0]!
          : this.world.pick(this.world.people);
        await this.attempt(name, () => operation(actor, this.world));
        await this.pause(pauseMs * 2 * Math.random());
      }
    });
    const sending = this.senders.map(async (sender, index) => {
      for (let n = 0; !this.stopping.signal.aborted; n++) {
        await this.attempt('send once', async () => {
          const content = `from sender ${index}, number ${n}`;
          const message = {
            type: 'channel',
            to: this.world.general,
            topic: 'roll call',
            content,
          } as const;
          this.acknowledged.push(await sender.send(message));
        });
        await this.pause(1000 * Math.random());
      }
    });
    this.running = Promise.all([...loops, ...sending]);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  get total(): number {
    return [...this.done.values()].reduce((sum, times) => sum + times, 0);
  }

  private async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }

  private async attempt(name: string, act: () => Promise<unknown>): Promise<void> {
    try {
      await act();
      count(this.done, name);
    } catch (error) {
      if (error instanceof NothingYet) return;
      if (!(error instanceof ApiFailure)) {
        count(this.unanswered, name);
        return;
      }
      if (error.status === 503) {
        count(this.unavailable, name);
        return;
      }
      count(this.refused, `${name}: ${error.status} ${error.code}`);
      if (error.status >= 500) this.faults.push(`${name}: ${error.status} ${error.message}`);
    }
  }
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
