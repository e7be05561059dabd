import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

export interface StoredGeneration {
  /** Start in UNIX seconds. */
  generation: number;
  /** Hash of the configuration visible to clients. */
  fingerprint: string;
}

@Injectable()
export class ServerGenerationRepository {
  constructor(private readonly database: Database) {}

  async current(): Promise<number> {
    const [row] = await this.database.query<{ generation: number }>(
      `SELECT generation FROM server_generations`,
      [],
      { prepare: true },
    );
    return row!.generation;
  }

  /** Locks the row until the end of the transaction. */
  async lock(): Promise<StoredGeneration> {
    const [row] = await this.database.query<StoredGeneration>(
      `SELECT generation, fingerprint FROM server_generations FOR UPDATE`,
    );
    return row!;
  }

  async replace({ generation, fingerprint }: StoredGeneration): Promise<void> {
    await this.database.query(`UPDATE server_generations SET generation = $1, fingerprint = $2`, [
      generation,
      fingerprint,
    ]);
  }
}
