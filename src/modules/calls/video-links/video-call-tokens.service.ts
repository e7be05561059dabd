// The tokens of connected accounts with providers of video calls. They are stored sealed, and deleted when the
// user logs out or is deactivated and when the provider refuses them.
import { Injectable } from '@nestjs/common';
import { SecretBox } from '#platform/crypto.js';
import { Database } from '#platform/database/database.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { ApiError } from '#platform/http/api-error.js';
import type { TokenProvider, VideoCallTokenEntity } from './video-call-token.entity.js';
import { VideoCallTokensRepository } from './video-call-tokens.repository.js';
import { hasTokenEvents } from './video-links.events.js';

export interface ProviderToken {
  accessToken: string;
  refreshToken: string | undefined;
  /** UNIX seconds. */
  expiresAt: number;
}

export interface StoredToken extends ProviderToken {
  row: VideoCallTokenEntity;
}

interface TokenOwner {
  realmId: number;
  userId: number;
}

@Injectable()
export class VideoCallTokens {
  constructor(
    private readonly videoCallTokensRepository: VideoCallTokensRepository,
    private readonly secretBox: SecretBox,
    private readonly eventLog: EventLog,
    private readonly database: Database,
  ) {}

  async find(userId: number, provider: TokenProvider): Promise<StoredToken | undefined> {
    const row = await this.videoCallTokensRepository.find(userId, provider);
    if (!row) return undefined;
    return { ...(JSON.parse(this.secretBox.open(row.sealedToken)) as ProviderToken), row };
  }

  /** Replaces an earlier token of the user. */
  async save(user: TokenOwner, provider: TokenProvider, token: ProviderToken): Promise<void> {
    const { realmId, userId } = user;
    await this.database.transaction(async () => {
      const row = { userId, provider, realmId, sealedToken: this.seal(token) };
      if (!(await this.videoCallTokensRepository.save(row))) {
        throw ApiError.badRequest('The account is deactivated');
      }
      this.publish(user, provider, true);
    });
  }

  /** Stores a refreshed token, unless the user logged out or connected again meanwhile. */
  async replace({ row }: StoredToken, token: ProviderToken): Promise<StoredToken> {
    const sealedToken = this.seal(token);
    await this.videoCallTokensRepository.update(row, sealedToken);
    const { userId, realmId, provider } = row;
    return { ...token, row: { userId, realmId, provider, sealedToken } };
  }

  /** Deletes the token, unless it was replaced since it was read. */
  async drop({ row }: StoredToken): Promise<void> {
    await this.database.transaction(async () => {
      if (!(await this.videoCallTokensRepository.delete(row))) return;
      this.publish(row, row.provider, false);
    });
  }

  /** Deletes the tokens for one provider or for all. Joins the current transaction. */
  async disconnect(user: TokenOwner, provider?: TokenProvider): Promise<void> {
    await this.database.transaction(async () => {
      const providers = await this.videoCallTokensRepository.deleteAll(user.userId, provider);
      for (const disconnected of providers) this.publish(user, disconnected, false);
    });
  }

  private seal({ accessToken, refreshToken, expiresAt }: ProviderToken): Buffer {
    return this.secretBox.seal(JSON.stringify({ accessToken, refreshToken, expiresAt }));
  }

  private publish({ realmId, userId }: TokenOwner, provider: TokenProvider, value: boolean): void {
    this.eventLog.append(hasTokenEvents[provider](realmId, { value }, Audience.user(userId)));
  }
}
