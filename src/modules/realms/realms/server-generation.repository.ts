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

  async replace(generation: number, fingerprint: string): Promise<void> {
    await this.serverGenerations.update(ONLY_ROW, { generation, fingerprint });
  }
}
