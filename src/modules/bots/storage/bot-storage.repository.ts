import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Any, type Repository } from 'typeorm';
import { Database } from '#platform/database/database.js';
import { lockRow } from '#platform/database/lock-row.js';
import { BotStorageEntryEntity } from './bot-storage-entry.entity.js';

export type StoredValue = Pick<BotStorageEntryEntity, 'key' | 'value'>;

export interface StorageUsage {
  keys: number;
  characters: number;
}

@Injectable()
export class BotStorageRepository {
  constructor(
    @InjectRepository(BotStorageEntryEntity)
    private readonly entries: Repository<BotStorageEntryEntity>,
    private readonly database: Database,
  ) {}

  /** Returns all entries, or the entries with these keys, ordered by key. */
  find(userId: number, keys: string[] | undefined): Promise<StoredValue[]> {
    return this.entries.find({
      select: { key: true, value: true },
      where: { userId, ...(keys && { key: Any(keys) }) },
      order: { key: 'ASC' },
    });
  }

  /** Serializes the changes of one bot until the end of the transaction. */
  async lock(userId: number): Promise<void> {
    await lockRow(this.database, 'users', userId);
  }

  async save(userId: number, values: [key: string, value: string][]): Promise<void> {
    await this.database.query(
      `INSERT INTO bot_storage_entries (user_id, key, value, size)
       SELECT $1, key, value, char_length(key) + char_length(value)
       FROM unnest($2::text[], $3::text[]) AS stored (key, value)
       ON CONFLICT (user_id, key) DO UPDATE SET value = excluded.value, size = excluded.size`,
      [userId, values.map(([key]) => key), values.map(([, value]) => value)],
    );
  }

  async usage(userId: number): Promise<StorageUsage> {
    const [usage] = await this.database.query<StorageUsage>(
      `SELECT count(*)::integer AS keys, coalesce(sum(size), 0)::integer AS characters
       FROM bot_storage_entries WHERE user_id = $1`,
      [userId],
    );
    return usage!;
  }

  /** Deletes all entries, or the entries with these keys. Returns their keys. */
  async delete(userId: number, keys: string[] | undefined): Promise<string[]> {
    const rows = await this.database.query<{ key: string }>(
      `DELETE FROM bot_storage_entries
       WHERE user_id = $1 AND ($2::text[] IS NULL OR key = ANY($2)) RETURNING key`,
      [userId, keys],
    );
    return rows.map(({ key }) => key);
  }
}
