// Prepares the server after a backup was restored. Clients may have received events that the backup
// lacks. New events will get the same ids, and these clients would miss them. Therefore all event queues
// are deleted, so that every client registers again, and the server gets a new generation.
import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { Clock } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { EventQueues } from '#platform/event-log/event-queues.js';
import { ServerGenerationRepository } from './server-generation.repository.js';

@Injectable()
export class DatabaseRestores {
  constructor(
    private readonly serverGenerationRepository: ServerGenerationRepository,
    private readonly eventQueues: EventQueues,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly logger: PinoLogger,
  ) {}

  /**
   * Called by each API process before it serves requests. A database with another identity than the
   * stored one is a restored copy.
   */
  async recognize(): Promise<void> {
    await this.database.transaction(async () => {
      const identity = await this.serverGenerationRepository.databaseIdentity();
      const { databaseIdentity: stored } = await this.serverGenerationRepository.lock();
      if (identity === null || identity === stored) return;
      if (stored !== null) {
        await this.begin();
        this.logger.warn('The database is a restored copy: all clients register again');
      }
      await this.serverGenerationRepository.setDatabaseIdentity(identity);
    });
  }

  /** For a restored database that keeps its identity. */
  async restored(): Promise<void> {
    await this.database.transaction(async () => {
      await this.serverGenerationRepository.lock();
      await this.begin();
      const identity = await this.serverGenerationRepository.databaseIdentity();
      if (identity !== null) await this.serverGenerationRepository.setDatabaseIdentity(identity);
    });
  }

  private async begin(): Promise<void> {
    await this.serverGenerationRepository.increase(this.clock.seconds());
    await this.eventQueues.forgetAll();
  }
}
