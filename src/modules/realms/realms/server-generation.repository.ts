import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

export interface StoredGeneration {
  /** UNIX seconds at which it began. */
  generation: number;
  /** Of what the server was then. */
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

  /** Nobody else changes it until the end of the transaction. */
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
