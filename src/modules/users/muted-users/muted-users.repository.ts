import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Database } from '#platform/database/database.js';
import { insertOrIgnore } from '#platform/database/insert-or-ignore.js';
import { selectList } from '#platform/database/select-list.js';
import { MutedUserEntity } from './muted-user.entity.js';

const COLUMNS = selectList(MutedUserEntity);

@Injectable()
export class MutedUsersRepository {
  constructor(
    @InjectRepository(MutedUserEntity) private readonly mutedUsers: Repository<MutedUserEntity>,
    private readonly database: Database,
  ) {}

  /** Oldest first. Part of the register snapshot. */
  findAll(userId: number): Promise<MutedUserEntity[]> {
    return this.database.query(
      `SELECT ${COLUMNS} FROM muted_users WHERE user_id = $1 ORDER BY date_muted, muted_user_id`,
      [userId],
      { prepare: true },
    );
  }

  /** Returns false when the user was muted already. */
  insert(userId: number, mutedUserId: number, dateMuted: Date): Promise<boolean> {
    return insertOrIgnore(this.mutedUsers, { userId, mutedUserId, dateMuted });
  }

  /** Returns false when the user was not muted. */
  async delete(userId: number, mutedUserId: number): Promise<boolean> {
    const { affected } = await this.mutedUsers.delete({ userId, mutedUserId });
    return affected === 1;
  }
}
