import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Database } from '#platform/database/database.js';
import { lockRow } from '#platform/database/lock-row.js';
import { selectList } from '#platform/database/select-list.js';
import { SavedSnippetEntity } from './saved-snippet.entity.js';

const COLUMNS = selectList(SavedSnippetEntity);

@Injectable()
export class SavedSnippetsRepository {
  constructor(
    @InjectRepository(SavedSnippetEntity)
    private readonly savedSnippets: Repository<SavedSnippetEntity>,
    private readonly database: Database,
  ) {}

  /** Oldest first. Part of the register snapshot. */
  findAll(userId: number): Promise<SavedSnippetEntity[]> {
    return this.database.query(
      `SELECT ${COLUMNS} FROM saved_snippets WHERE user_id = $1 ORDER BY id`,
      [userId],
      { prepare: true },
    );
  }

  /** Keeps other transactions from changing the number of the user's snippets, which is returned. */
  async lockAndCount(userId: number): Promise<number> {
    await lockRow(this.database, 'users', userId);
    return this.savedSnippets.countBy({ userId });
  }

  /** Locks the snippet of the user until the end of the transaction. */
  lock(userId: number, id: number): Promise<SavedSnippetEntity | null> {
    return this.savedSnippets.findOne({
      where: { userId, id },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** Returns the id. */
  async insert(input: Omit<SavedSnippetEntity, 'id'>): Promise<number> {
    const row = this.savedSnippets.create(input);
    await this.savedSnippets.insert(row);
    return row.id;
  }

  async update({
    id,
    title,
    content,
  }: Pick<SavedSnippetEntity, 'id' | 'title' | 'content'>): Promise<void> {
    await this.savedSnippets.update({ id }, { title, content });
  }

  /** Returns false if the user has no such snippet. */
  async delete(userId: number, id: number): Promise<boolean> {
    const { affected } = await this.savedSnippets.delete({ id, userId });
    return affected === 1;
  }
}
