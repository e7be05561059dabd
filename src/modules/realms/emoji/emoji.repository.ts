import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Database } from '#platform/database/database.js';
import { CustomEmojiEntity } from './custom-emoji.entity.js';

export type NewCustomEmoji = Omit<CustomEmojiEntity, 'id' | 'isDeactivated'>;

/** First key of the advisory locks on the custom emoji of a realm. */
const EMOJI_LOCK = 0x70_65_6d_6f;

@Injectable()
export class EmojiRepository {
  constructor(
    @InjectRepository(CustomEmojiEntity)
    private readonly customEmoji: Repository<CustomEmojiEntity>,
    private readonly database: Database,
  ) {}

  /** Locks until the end of the transaction, because events contain all emoji in the order of changes. */
  async lock(realmId: number): Promise<void> {
    await this.database.query(`SELECT pg_advisory_xact_lock($1, $2)`, [EMOJI_LOCK, realmId]);
  }

  /** Oldest first, including deactivated emoji. */
  findAll(realmId: number): Promise<CustomEmojiEntity[]> {
    return this.customEmoji.find({ where: { realmId }, order: { id: 'ASC' } });
  }

  findActive(realmId: number, name: string): Promise<CustomEmojiEntity | null> {
    return this.customEmoji.findOneBy({ realmId, name, isDeactivated: false });
  }

  /** Including deactivated emoji. */
  count(realmId: number): Promise<number> {
    return this.customEmoji.countBy({ realmId });
  }

  /** Returns the id. */
  async insert(input: NewCustomEmoji): Promise<number> {
    const row = this.customEmoji.create(input);
    await this.customEmoji.insert(row);
    return row.id;
  }

  async deactivate(realmId: number, id: number): Promise<void> {
    await this.customEmoji.update({ realmId, id }, { isDeactivated: true });
  }
}
