import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { ChannelFolderChanges } from './channel-folders.events.js';
import type { ChannelFolder } from './channel-folders.view.js';

const COLUMNS = `id, name, description, rendered_description, creator_id, date_created, is_archived,
  position`;

export interface NewChannelFolder {
  name: string;
  description: string;
  renderedDescription: string;
  creatorId: number;
  dateCreated: Date;
}

@Injectable()
export class ChannelFoldersRepository {
  constructor(private readonly database: Database) {}

  /** Until the end of the transaction nobody else changes folders of the realm. */
  async lock(realmId: number): Promise<void> {
    await this.database.query(`SELECT 1 FROM realms WHERE id = $1 FOR NO KEY UPDATE`, [realmId]);
  }

  /** All folders of a realm in their order, archived ones included. */
  findAll(realmId: number): Promise<ChannelFolder[]> {
    return this.database.query(
      `SELECT ${COLUMNS} FROM channel_folders WHERE realm_id = $1 ORDER BY position, id`,
      [realmId],
      { prepare: true },
    );
  }

  async findById(realmId: number, id: number): Promise<ChannelFolder | undefined> {
    const [row] = await this.database.query<ChannelFolder>(
      `SELECT ${COLUMNS} FROM channel_folders WHERE realm_id = $1 AND id = $2`,
      [realmId, id],
    );
    return row;
  }

  /** Whether the folder can take channels. It stays so until the end of the transaction. */
  async isInUse(realmId: number, id: number): Promise<boolean> {
    const rows = await this.database.query(
      `SELECT 1 FROM channel_folders WHERE realm_id = $1 AND id = $2 AND NOT is_archived FOR SHARE`,
      [realmId, id],
    );
    return rows.length > 0;
  }

  async hasChannels(id: number): Promise<boolean> {
    const rows = await this.database.query(`SELECT 1 FROM streams WHERE folder_id = $1 LIMIT 1`, [
      id,
    ]);
    return rows.length > 0;
  }

  /** Whether a folder in use, other than this one, has the name, whatever the case. */
  async isNameTaken(realmId: number, name: string, exceptId?: number): Promise<boolean> {
    const rows = await this.database.query(
      `SELECT 1 FROM channel_folders
       WHERE realm_id = $1 AND lower(name) = lower($2) AND NOT is_archived AND id <> $3`,
      [realmId, name, exceptId ?? 0],
    );
    return rows.length > 0;
  }

  /** The new folder is the last one. */
  async insert(realmId: number, folder: NewChannelFolder): Promise<ChannelFolder> {
    const [row] = await this.database.query<ChannelFolder>(
      `INSERT INTO channel_folders (realm_id, name, description, rendered_description, creator_id,
         date_created, position)
       SELECT $1, $2, $3, $4, $5, $6, coalesce(max(position) + 1, 0)
       FROM channel_folders WHERE realm_id = $1
       RETURNING ${COLUMNS}`,
      [
        realmId,
        folder.name,
        folder.description,
        folder.renderedDescription,
        folder.creatorId,
        folder.dateCreated,
      ],
    );
    return row!;
  }

  async update(realmId: number, id: number, changes: ChannelFolderChanges): Promise<void> {
    await this.database.query(
      `UPDATE channel_folders SET name = coalesce($3, name),
         description = coalesce($4, description),
         rendered_description = coalesce($5, rendered_description),
         is_archived = coalesce($6, is_archived)
       WHERE realm_id = $1 AND id = $2`,
      [
        realmId,
        id,
        changes.name ?? null,
        changes.description ?? null,
        changes.rendered_description ?? null,
        changes.is_archived ?? null,
      ],
    );
  }

  /** Numbers the folders as they are listed. */
  async reorder(realmId: number, ids: number[]): Promise<void> {
    await this.database.query(
      `UPDATE channel_folders f SET position = o.position - 1
       FROM unnest($2::integer[]) WITH ORDINALITY AS o (id, position)
       WHERE f.realm_id = $1 AND f.id = o.id`,
      [realmId, ids],
    );
  }
}
