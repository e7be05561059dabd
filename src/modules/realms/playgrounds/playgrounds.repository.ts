import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Database } from '#platform/database/database.js';
import { lockRow } from '#platform/database/lock-row.js';
import { selectList } from '#platform/database/select-list.js';
import { PlaygroundEntity } from './playground.entity.js';

export type NewPlayground = Omit<PlaygroundEntity, 'id' | 'realmId'>;

const COLUMNS = selectList(PlaygroundEntity);

@Injectable()
export class PlaygroundsRepository {
  constructor(
    @InjectRepository(PlaygroundEntity)
    private readonly playgrounds: Repository<PlaygroundEntity>,
    private readonly database: Database,
  ) {}

  /** Oldest first. Part of the register snapshot. */
  findAll(realmId: number): Promise<PlaygroundEntity[]> {
    return this.database.query(
      `SELECT ${COLUMNS} FROM playgrounds WHERE realm_id = $1 ORDER BY id`,
      [realmId],
      { prepare: true },
    );
  }

  /** As findAll, and keeps other transactions from changing the playgrounds of the realm. */
  async findAllForUpdate(realmId: number): Promise<PlaygroundEntity[]> {
    await lockRow(this.database, 'realms', realmId);
    return this.findAll(realmId);
  }

  async insert(realmId: number, input: NewPlayground): Promise<PlaygroundEntity> {
    const playground = this.playgrounds.create({ ...input, realmId });
    await this.playgrounds.insert(playground);
    return playground;
  }

  async delete({ id, realmId }: PlaygroundEntity): Promise<void> {
    await this.playgrounds.delete({ id, realmId });
  }
}
