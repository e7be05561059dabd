// Shows the other processes that a worker runs: `doctor` and the readiness of API processes report when
// none was seen for a minute.
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { Database } from '#platform/database/database.js';

const INTERVAL_MS = 15_000;

@Injectable()
export class WorkerHeartbeat implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private beating: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly logger: PinoLogger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.timer = setInterval(() => {
      this.beating = this.beat();
    }, INTERVAL_MS);
    await this.beat();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.beating;
  }

  /** Never rejects. */
  private async beat(): Promise<void> {
    try {
      await this.database.query('UPDATE worker_presence SET seen_at = now()');
    } catch (error) {
      this.logger.debug({ err: error }, 'The presence of the worker was not stored');
    }
  }
}
