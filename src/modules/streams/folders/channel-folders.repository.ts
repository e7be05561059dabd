import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Database } from '#platform/database/database.js';
import { lockRow } from '#platform/database/lock-row.js';
import { selectList } from '#platform/database/select-list.js';
import { ChannelFolderEntity } from './channel-folder.entity.js';

export type NewChannelFolder = Omit<ChannelFolderEntity, 'id' | 'isArchived'>;

export type ChannelFolderChanges = Partial<
  Pick<ChannelFolderEntity, 'name' | 'description' | 'renderedDescription' | 'isArchived'>
>;

const COLUMNS = selectList(ChannelFolderEntity);

@Injectable()
export class ChannelFoldersRepository {
  constructor(
    @InjectRepository(ChannelFolderEntity)
    private readonly channelFolders: Repository<ChannelFolderEntity>,
    private readonly database: Database,
  ) {}

  /** Ordered by position, including archived folders. Part of the register snapshot. */
  findAll(realmId: number): Promise<ChannelFolderEntity[]> {
    return this.database.query(
      `SELECT ${COLUMNS} FROM channel_folders WHERE realm_id = $1 ORDER BY position, id`,
      [realmId],
      { prepare: true },
    );
  }

  /** As findAll, and keeps other transactions from changing the folders of the realm. */
  async findAllForUpdate(realmId: number): Promise<ChannelFolderEntity[]> {
    await lockRow(this.database, 'realms', realmId);
    return this.findAll(realmId);
  }

  /** Returns whether the folder is active, and locks it against archiving until the transaction ends. */
  async lockActive(realmId: number, id: number): Promise<boolean> {
    const folder = await this.channelFolders.findOne({
      select: { id: true },
      where: { realmId, id, isArchived: false },
      lock: { mode: 'pessimistic_read' },
    });
    return folder !== null;
  }

  async hasStreams(id: number): Promise<boolean> {
    const rows = await this.database.query(`SELECT 1 FROM streams WHERE folder_id = $1 LIMIT 1`, [
      id,
    ]);
    return rows.length > 0;
  }

  /** Whether an active folder other than `exceptId` has the name, ignoring case. */
  async isNameTaken(realmId: number, name: string, exceptId?: number): Promise<boolean> {
    const rows = await this.database.query(
      `SELECT 1 FROM channel_folders
       WHERE realm_id = $1 AND lower(name) = lower($2) AND NOT is_archived AND id <> $3`,
      [realmId, name, exceptId ?? 0],
    );
    return rows.length > 0;
  }

  async insert(input: NewChannelFolder): Promise<ChannelFolderEntity> {
    const folder = this.channelFolders.create(input);
    await this.channelFolders.insert(folder);
    return folder;
  }

  async update({ id, realmId }: ChannelFolderEntity, changes: ChannelFolderChanges): Promise<void> {
    await this.channelFolders.update({ id, realmId }, changes);
  }

  /** Numbers the folders in the order of `ids`. */
  async reorder(realmId: number, ids: number[]): Promise<void> {
    await this.database.query(
      `UPDATE channel_folders f SET position = o.position - 1
       FROM unnest($2::integer[]) WITH ORDINALITY AS o (id, position)
       WHERE f.realm_id = $1 AND f.id = o.id`,
      [realmId, ids],
    );
  }
}
