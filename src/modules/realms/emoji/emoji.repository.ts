import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { CustomEmojiEntity } from './custom-emoji.entity.js';

@Injectable()
export class EmojiRepository {
  constructor(
    @InjectRepository(CustomEmojiEntity)
    private readonly customEmoji: Repository<CustomEmojiEntity>,
  ) {}

  /** Oldest first, including deactivated emoji. */
  findAll(realmId: number): Promise<CustomEmojiEntity[]> {
    return this.customEmoji.find({ where: { realmId }, order: { id: 'ASC' } });
  }

  /** Returns whether the emoji was active. */
  async deactivate(realmId: number, id: number): Promise<boolean> {
    const active = { realmId, id, isDeactivated: false };
    const { affected } = await this.customEmoji.update(active, { isDeactivated: true });
    return affected === 1;
  }
}
