import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Database } from '#platform/database/database.js';
import { type TokenProvider, VideoCallTokenEntity } from './video-call-token.entity.js';

@Injectable()
export class VideoCallTokensRepository {
  constructor(
    @InjectRepository(VideoCallTokenEntity)
    private readonly tokens: Repository<VideoCallTokenEntity>,
    private readonly database: Database,
  ) {}

  /** Returns the providers of the user's connected accounts. Part of the register snapshot. */
  async findProviders(userId: number): Promise<TokenProvider[]> {
    const rows = await this.database.query<Pick<VideoCallTokenEntity, 'provider'>>(
      'SELECT provider FROM video_call_tokens WHERE user_id = $1',
      [userId],
      { prepare: true },
    );
    return rows.map(({ provider }) => provider);
  }

  find(userId: number, provider: TokenProvider): Promise<VideoCallTokenEntity | null> {
    return this.tokens.findOneBy({ userId, provider });
  }

  /** Replaces an earlier token. Returns false for a user who was deactivated meanwhile. */
  async save({ userId, provider, realmId, sealedToken }: VideoCallTokenEntity): Promise<boolean> {
    const rows = await this.database.query(
      `INSERT INTO video_call_tokens (user_id, provider, realm_id, sealed_token)
       SELECT id, $2, realm_id, $4 FROM users WHERE id = $1 AND realm_id = $3 AND is_active
       FOR NO KEY UPDATE
       ON CONFLICT (user_id, provider) DO UPDATE SET sealed_token = excluded.sealed_token
       RETURNING user_id`,
      [userId, provider, realmId, sealedToken],
    );
    return rows.length > 0;
  }

  /** Does nothing if the token was replaced or deleted since it was read. */
  async update(token: VideoCallTokenEntity, sealedToken: Buffer): Promise<void> {
    await this.tokens.update(token, { sealedToken });
  }

  /** Does nothing if the token was replaced since it was read. Returns whether it was deleted. */
  async delete(token: VideoCallTokenEntity): Promise<boolean> {
    const { affected } = await this.tokens.delete(token);
    return affected === 1;
  }

  /** Deletes the tokens for one provider or for all. Returns the providers of the deleted tokens. */
  async deleteAll(userId: number, provider?: TokenProvider): Promise<TokenProvider[]> {
    const rows = await this.database.query<Pick<VideoCallTokenEntity, 'provider'>>(
      `DELETE FROM video_call_tokens
       WHERE user_id = $1 AND ($2::text IS NULL OR provider = $2) RETURNING provider`,
      [userId, provider ?? null],
    );
    return rows.map((row) => row.provider);
  }
}
