import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Database } from '#platform/database/database.js';
import { UserStatusEntity } from './user-status.entity.js';
import type { UserStatus } from './user-status.view.js';

/** Parts that are not set are empty. */
export interface StatusOfUser extends UserStatus {
  userId: number;
}

const STATUSES = `
  SELECT u.id AS "userId",
    u.bot_type IS NULL AND coalesce(u.settings ->> 'presence_enabled' = 'false', false) AS away,
    coalesce(s.status_text, '') AS "statusText", coalesce(s.emoji_name, '') AS "emojiName",
    coalesce(s.emoji_code, '') AS "emojiCode", coalesce(s.reaction_type, '') AS "reactionType"
  FROM users u LEFT JOIN user_statuses s ON s.user_id = u.id`;

@Injectable()
export class UserStatusesRepository {
  constructor(
    @InjectRepository(UserStatusEntity)
    private readonly userStatuses: Repository<UserStatusEntity>,
    private readonly database: Database,
  ) {}

  async find(realmId: number, userId: number): Promise<UserStatus> {
    const [status] = await this.database.query<StatusOfUser>(
      `${STATUSES} WHERE u.id = $2 AND u.realm_id = $1`,
      [realmId, userId],
    );
    if (!status) throw new Error(`User ${userId} is not in realm ${realmId}`);
    const { userId: _userId, ...parts } = status;
    return parts;
  }

  /** The users with a status. Part of the register snapshot. */
  findAll(realmId: number): Promise<StatusOfUser[]> {
    return this.database.query(
      `${STATUSES} WHERE u.id IN (
         SELECT user_id FROM user_statuses WHERE realm_id = $1
         UNION ALL
         SELECT id FROM users WHERE realm_id = $1 AND settings ->> 'presence_enabled' = 'false'
           AND bot_type IS NULL
       ) ORDER BY u.id`,
      [realmId],
      { prepare: true },
    );
  }

  async save(
    realmId: number,
    userId: number,
    { away: _away, ...parts }: UserStatus,
  ): Promise<void> {
    await this.userStatuses.upsert({ ...parts, realmId, userId }, ['userId']);
  }

  async delete(userId: number): Promise<void> {
    await this.userStatuses.delete({ userId });
  }
}
