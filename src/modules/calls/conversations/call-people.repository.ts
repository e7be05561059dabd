import { Injectable } from '@nestjs/common';
import { VISIBILITY_POLICIES } from '#modules/streams/user-topics';
import { Database } from '#platform/database/database.js';

@Injectable()
export class CallPeopleRepository {
  constructor(private readonly database: Database) {}

  /**
   * Returns up to `limit` active subscribers other than `exceptId` who are not bots and have muted neither the
   * channel nor the topic. The policy of the topic takes precedence over the channel.
   */
  async findListeners(
    streamId: number,
    topic: string,
    { exceptId, limit }: { exceptId: number; limit: number },
  ): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `SELECT u.id
       FROM subscriptions s
       JOIN users u ON u.id = s.user_id
       LEFT JOIN user_topics t
         ON t.user_id = s.user_id AND t.stream_id = s.stream_id AND upper(t.topic) = upper($2)
       WHERE s.stream_id = $1 AND s.is_active AND s.user_is_active AND s.user_id <> $3
         AND u.bot_type IS NULL
         AND CASE WHEN t.visibility_policy IS NULL THEN NOT s.is_muted
           ELSE t.visibility_policy <> $4 END
       LIMIT $5`,
      [streamId, topic, exceptId, VISIBILITY_POLICIES.muted, limit],
      { prepare: true },
    );
    return rows.map(({ id }) => id);
  }

  /** Returns the users among `userIds` who have muted the user. */
  async findMuters(userId: number, userIds: number[]): Promise<Set<number>> {
    const rows = await this.database.query<{ id: number }>(
      `SELECT user_id AS id FROM muted_users WHERE muted_user_id = $1 AND user_id = ANY($2::integer[])`,
      [userId, userIds],
      { prepare: true },
    );
    return new Set(rows.map(({ id }) => id));
  }

  async filterActive(userIds: number[]): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `SELECT id FROM users WHERE id = ANY($1::integer[]) AND is_active`,
      [userIds],
      { prepare: true },
    );
    return rows.map(({ id }) => id);
  }
}
