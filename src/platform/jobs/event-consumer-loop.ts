// Runs the event consumers of a worker process after each wake-up. A sweep every few seconds finds
// realms with unread events, because wake-ups can be lost and workers can die.
import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { setTimeout as delay } from 'node:timers/promises';
import { WakeUps } from '#platform/event-log/wake-ups.js';
import { EventConsumers } from './event-consumers.js';
import { JobRecovery } from './job-recovery.js';

const SWEEP_MS = 5000;
/** Pause between two rounds, so that events that come close together are read together. */
const PAUSE_MS = 20;

@Injectable()
export class EventConsumerLoop {
  private readonly pendingRealms = new Set<number>();
  private running: Promise<void> | undefined;
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
    this.unsubscribe = this.wakeUps.subscribe((realmId) => this.schedule(realmId));
    this.timer = setInterval(() => this.startSweep(), SWEEP_MS);
    this.startSweep();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.unsubscribe?.();
    clearInterval(this.timer);
    await this.sweeping;
    await this.running;
  }

  private startSweep(): void {
    this.sweeping ??= this.sweep().finally(() => {
      this.sweeping = undefined;
    });
  }

  private async sweep(): Promise<void> {
    try {
      await this.jobRecovery.recoverLostJobs();
      for (const realmId of await this.eventConsumers.realmsBehind()) this.schedule(realmId);
    } catch (error) {
      this.reportFailure(error);
    }
  }

  private schedule(realmId: number): void {
    if (this.stopped) return;
    this.pendingRealms.add(realmId);
    this.running ??= this.run().finally(() => {
      this.running = undefined;
    });
  }

  private async run(): Promise<void> {
    try {
      while (this.pendingRealms.size > 0 && !this.stopped) {
        const realmIds = [...this.pendingRealms];
        this.pendingRealms.clear();
        for (const realmId of realmIds) {
          if (await this.eventConsumers.advance(realmId)) this.pendingRealms.add(realmId);
        }
        this.reportRecovery();
        await delay(PAUSE_MS);
      }
    } catch (error) {
      // The next sweep finds the realms again.
      this.pendingRealms.clear();
      this.reportFailure(error);
    }
  }

  private reportFailure(error: unknown): void {
    if (!this.failing)
      this.logger.error({ err: error }, 'Events cannot be turned into jobs; retrying');
    this.failing = true;
  }

  private reportRecovery(): void {
    if (this.failing) this.logger.warn('Events are turned into jobs again');
    this.failing = false;
  }
}
