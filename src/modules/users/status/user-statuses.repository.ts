import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Database } from '#platform/database/database.js';
import { selectList } from '#platform/database/select-list.js';
import { UserStatusEntity } from './user-status.entity.js';
import type { UserStatus } from './user-status.view.js';

const COLUMNS = selectList(UserStatusEntity);

@Injectable()
export class UserStatusesRepository {
  constructor(
    @InjectRepository(UserStatusEntity)
    private readonly userStatuses: Repository<UserStatusEntity>,
    private readonly database: Database,
  ) {}

  find(realmId: number, userId: number): Promise<UserStatusEntity | null> {
    return this.userStatuses.findOneBy({ realmId, userId });
  }

  /** Part of the register snapshot. */
  findAll(realmId: number): Promise<UserStatusEntity[]> {
    return this.database.query(
      `SELECT ${COLUMNS} FROM user_statuses WHERE realm_id = $1 ORDER BY user_id`,
      [realmId],
      { prepare: true },
    );
  }

  async save(realmId: number, userId: number, status: UserStatus): Promise<void> {
    await this.userStatuses.upsert({ ...status, realmId, userId }, ['userId']);
  }

  async delete(userId: number): Promise<void> {
    await this.userStatuses.delete({ userId });
  }
}
