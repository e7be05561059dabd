// Keeps the event consumers of a worker process going: at each wake-up, and by looking for realms
// that lie behind every few seconds, because a wake-up may be lost and a worker may die halfway.
import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { setTimeout as delay } from 'node:timers/promises';
import { WakeUps } from '#platform/event-log/wake-ups.js';
import { EventConsumers } from './event-consumers.js';
import { JobRecovery } from './job-recovery.js';

const SWEEP_MS = 5000;
/** Events that come this close together are read together. */
const GATHER_MS = 20;

@Injectable()
export class EventConsumerLoop {
  private readonly awake = new Set<number>();
  private working: Promise<void> | undefined;
  private sweeping: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private unsubscribe: (() => void) | undefined;
  private stopped = false;
  private failing = false;

  constructor(
    private readonly eventConsumers: EventConsumers,
    private readonly jobRecovery: JobRecovery,
    private readonly wakeUps: WakeUps,
    private readonly logger: PinoLogger,
  ) {}

  start(): void {
    this.unsubscribe = this.wakeUps.subscribe((realmId) => this.wake(realmId));
    this.timer = setInterval(() => this.sweepSoon(), SWEEP_MS);
    this.sweepSoon();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.unsubscribe?.();
    clearInterval(this.timer);
    await this.sweeping;
    await this.working;
  }

  private sweepSoon(): void {
    this.sweeping ??= this.sweep().finally(() => {
      this.sweeping = undefined;
    });
  }

  private async sweep(): Promise<void> {
    try {
      await this.jobRecovery.recoverLostJobs();
      for (const realmId of await this.eventConsumers.realmsBehind()) this.wake(realmId);
    } catch (error) {
      this.failed(error);
    }
  }

  private wake(realmId: number): void {
    if (this.stopped) return;
    this.awake.add(realmId);
    this.working ??= this.work().finally(() => {
      this.working = undefined;
    });
  }

  private async work(): Promise<void> {
    try {
      while (this.awake.size > 0 && !this.stopped) {
        const realmIds = [...this.awake];
        this.awake.clear();
        for (const realmId of realmIds) {
          if (await this.eventConsumers.advance(realmId)) this.awake.add(realmId);
        }
        this.recovered();
        await delay(GATHER_MS);
      }
    } catch (error) {
      // The next sweep finds the realms again.
      this.awake.clear();
      this.failed(error);
    }
  }

  private failed(error: unknown): void {
    if (!this.failing)
      this.logger.error({ err: error }, 'Events can not become jobs; trying again');
    this.failing = true;
  }

  private recovered(): void {
    if (this.failing) this.logger.warn('Events become jobs again');
    this.failing = false;
  }
}
