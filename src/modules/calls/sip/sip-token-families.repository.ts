import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThanOrEqual, MoreThan, type Repository } from 'typeorm';
import { Database } from '#platform/database/database.js';
import { lockRow } from '#platform/database/lock-row.js';
import { SipTokenFamilyEntity } from './sip-token-family.entity.js';

@Injectable()
export class SipTokenFamiliesRepository {
  constructor(
    @InjectRepository(SipTokenFamilyEntity)
    private readonly families: Repository<SipTokenFamilyEntity>,
    private readonly database: Database,
  ) {}

  /** Prevents other transactions from adding families of the user. */
  async insertLocked(family: SipTokenFamilyEntity): Promise<void> {
    await lockRow(this.database, 'users', family.userId);
    await this.families.insert(family);
  }

  /** Locks the family of the user, unless it has expired. */
  lock(userId: number, id: string, now: Date): Promise<SipTokenFamilyEntity | null> {
    return this.families.findOne({
      where: { userId, id, expiresAt: MoreThan(now) },
      lock: { mode: 'pessimistic_write' },
    });
  }

  async update(
    { userId, id }: SipTokenFamilyEntity,
    changes: Partial<SipTokenFamilyEntity>,
  ): Promise<void> {
    await this.families.update({ userId, id }, changes);
  }

  async delete({ userId, id }: SipTokenFamilyEntity): Promise<void> {
    await this.families.delete({ userId, id });
  }

  async deleteAll(userId: number): Promise<void> {
    await this.families.delete({ userId });
  }

  /** Deletes the expired families of the user, and all except the `count` most recently refreshed ones. */
  async deleteAllBut(userId: number, count: number, now: Date): Promise<void> {
    await this.families.delete({ userId, expiresAt: LessThanOrEqual(now) });
    await this.database.query(
      `DELETE FROM sip_token_families WHERE id IN (
         SELECT id FROM sip_token_families WHERE user_id = $1
         ORDER BY expires_at DESC, id OFFSET $2
       )`,
      [userId, count],
    );
  }
}
