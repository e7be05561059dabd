import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Database } from '#platform/database/database.js';
import { lockRow } from '#platform/database/lock-row.js';
import { DefaultStreamGroupEntity } from './default-stream-group.entity.js';

export interface DefaultStreamGroup extends DefaultStreamGroupEntity {
  /** In ascending order. */
  streamIds: number[];
}

type Key = Pick<DefaultStreamGroupEntity, 'id' | 'realmId'>;

@Injectable()
export class DefaultStreamGroupsRepository {
  constructor(
    @InjectRepository(DefaultStreamGroupEntity)
    private readonly groups: Repository<DefaultStreamGroupEntity>,
    private readonly database: Database,
  ) {}

  /** Ordered by name. Part of the register snapshot. */
  findAll(realmId: number): Promise<DefaultStreamGroup[]> {
    return this.database.query(
      `SELECT g.id, g.realm_id AS "realmId", g.name, g.description,
         ARRAY(SELECT m.stream_id FROM default_stream_group_streams m
               WHERE m.group_id = g.id ORDER BY m.stream_id) AS "streamIds"
       FROM default_stream_groups g WHERE g.realm_id = $1 ORDER BY lower(g.name), g.id`,
      [realmId],
      { prepare: true },
    );
  }

  /** As findAll, and keeps other transactions from changing the groups of the realm. */
  async findAllForUpdate(realmId: number): Promise<DefaultStreamGroup[]> {
    await lockRow(this.database, 'realms', realmId);
    return this.findAll(realmId);
  }

  /** Whether a group other than `exceptId` has the name, ignoring case. */
  async isNameTaken(realmId: number, name: string, exceptId = 0): Promise<boolean> {
    const rows = await this.database.query(
      `SELECT 1 FROM default_stream_groups
       WHERE realm_id = $1 AND lower(name) = lower($2) AND id <> $3`,
      [realmId, name, exceptId],
    );
    return rows.length > 0;
  }

  async isInGroup(streamId: number): Promise<boolean> {
    const rows = await this.database.query(
      'SELECT 1 FROM default_stream_group_streams WHERE stream_id = $1 LIMIT 1',
      [streamId],
    );
    return rows.length > 0;
  }

  /** The ids of the streams in these groups; groups of other realms are ignored. */
  async streamIdsOf(realmId: number, ids: number[]): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `SELECT DISTINCT m.stream_id AS id FROM default_stream_group_streams m
       JOIN default_stream_groups g ON g.id = m.group_id
       WHERE g.realm_id = $1 AND g.id = ANY($2::integer[]) ORDER BY id`,
      [realmId, ids],
    );
    return rows.map(({ id }) => id);
  }

  async insert(input: Omit<DefaultStreamGroupEntity, 'id'>): Promise<DefaultStreamGroupEntity> {
    const group = this.groups.create(input);
    await this.groups.insert(group);
    return group;
  }

  async update(
    { id, realmId }: Key,
    changes: Partial<Pick<DefaultStreamGroupEntity, 'name' | 'description'>>,
  ): Promise<void> {
    await this.groups.update({ id, realmId }, changes);
  }

  async delete({ id, realmId }: Key): Promise<void> {
    await this.database.query('DELETE FROM default_stream_group_streams WHERE group_id = $1', [id]);
    await this.groups.delete({ id, realmId });
  }

  async addStreams(id: number, streamIds: number[]): Promise<void> {
    await this.database.query(
      `INSERT INTO default_stream_group_streams (group_id, stream_id)
       SELECT $1, stream_id FROM unnest($2::integer[]) AS stream_id`,
      [id, streamIds],
    );
  }

  async removeStreams(id: number, streamIds: number[]): Promise<void> {
    await this.database.query(
      `DELETE FROM default_stream_group_streams
       WHERE group_id = $1 AND stream_id = ANY($2::integer[])`,
      [id, streamIds],
    );
  }

  async removeFromAll(streamId: number): Promise<void> {
    await this.database.query('DELETE FROM default_stream_group_streams WHERE stream_id = $1', [
      streamId,
    ]);
  }
}
