import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Database } from '#platform/database/database.js';
import { lockRow } from '#platform/database/lock-row.js';
import { selectList } from '#platform/database/select-list.js';
import { DraftEntity } from './draft.entity.js';

export type NewDraft = Omit<DraftEntity, 'id'>;

const COLUMNS = selectList(DraftEntity);

/** Null for the default, which is not stored. */
const IS_ENABLED = `
  SELECT (settings ->> 'enable_drafts_synchronization')::boolean AS "isEnabled"
  FROM users WHERE id = $1`;

@Injectable()
export class DraftsRepository {
  constructor(
    @InjectRepository(DraftEntity) private readonly drafts: Repository<DraftEntity>,
    private readonly database: Database,
  ) {}

  /** The last edited one is last. Part of the register snapshot. */
  findAll(userId: number): Promise<DraftEntity[]> {
    return this.database.query(
      `SELECT ${COLUMNS} FROM drafts WHERE user_id = $1 ORDER BY last_edited, id`,
      [userId],
      { prepare: true },
    );
  }

  /** Whether the user synchronizes drafts. */
  async isEnabled(userId: number): Promise<boolean> {
    const [user] = await this.database.query<{ isEnabled: boolean | null }>(IS_ENABLED, [userId]);
    return user?.isEnabled ?? true;
  }

  /** As isEnabled, and keeps other transactions from changing the drafts of the user. */
  async lock(userId: number): Promise<boolean> {
    await lockRow(this.database, 'users', userId);
    return this.isEnabled(userId);
  }

  count(userId: number): Promise<number> {
    return this.drafts.countBy({ userId });
  }

  /** Returns the ids in the order of the drafts. */
  async insert(drafts: NewDraft[]): Promise<number[]> {
    const rows = this.drafts.create(drafts);
    await this.drafts.insert(rows);
    return rows.map(({ id }) => id);
  }

  /** Returns false if the user has no such draft. */
  async update(userId: number, id: number, draft: NewDraft): Promise<boolean> {
    const { affected } = await this.drafts.update({ id, userId }, draft);
    return affected === 1;
  }

  /** Returns false if the user has no such draft. */
  async delete(userId: number, id: number): Promise<boolean> {
    const { affected } = await this.drafts.delete({ id, userId });
    return affected === 1;
  }

  async deleteAll(userIds: number[]): Promise<void> {
    await this.database.query(`DELETE FROM drafts WHERE user_id = ANY($1::integer[])`, [userIds]);
  }
}
