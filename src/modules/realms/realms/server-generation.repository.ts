import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Database } from '#platform/database/database.js';
import { ServerGenerationEntity } from './server-generation.entity.js';

const ONLY_ROW = { onlyRow: true };

@Injectable()
export class ServerGenerationRepository {
  constructor(
    @InjectRepository(ServerGenerationEntity)
    private readonly serverGenerations: Repository<ServerGenerationEntity>,
    private readonly database: Database,
  ) {}

  /** Part of the register snapshot. */
  async current(): Promise<number> {
    const [row] = await this.database.query<{ generation: number }>(
      `SELECT generation FROM server_generations`,
      [],
      { prepare: true },
    );
    return row!.generation;
  }

  /** Locks the row until the end of the transaction. */
  lock(): Promise<ServerGenerationEntity> {
    return this.serverGenerations.findOneOrFail({
      where: ONLY_ROW,
      lock: { mode: 'pessimistic_write' },
    });
  }

  /**
   * Identifies the database: a restored copy is in another cluster, or is another database of the same
   * one. Returns null if the role may not read it.
   */
  async databaseIdentity(): Promise<string | null> {
    const [row] = await this.database.query<{ identity: string | null }>(
      `SELECT CASE WHEN has_function_privilege('pg_control_system()', 'EXECUTE') THEN
         (SELECT system_identifier FROM pg_control_system()) || ' ' ||
         (SELECT oid FROM pg_database WHERE datname = current_database())
       END AS identity`,
    );
    return row!.identity;
  }

  async setDatabaseIdentity(databaseIdentity: string): Promise<void> {
    await this.serverGenerations.update(ONLY_ROW, { databaseIdentity });
  }

  /** Moves the generation to `now` or, if that is not later, by one. */
  async increase(now: number): Promise<void> {
    await this.database.query(
      `UPDATE server_generations SET generation = greatest(generation + 1, $1)`,
      [now],
    );
  }

  async replace(generation: number, fingerprint: string): Promise<void> {
    await this.serverGenerations.update(ONLY_ROW, { generation, fingerprint });
  }
}
