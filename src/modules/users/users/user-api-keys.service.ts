// The API key of each user. It is stored twice: hashed, to find the user by it, and sealed with
// SECRET_KEY, to be shown again.
import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/realms/audit-log';
import { randomAlphanumeric, SecretBox, sha256 } from '#platform/crypto.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { UserChangesRepository } from './user-changes.repository.js';
import { credentialsEvent } from './users.events.js';

const LENGTH = 32;

export interface NewApiKey {
  apiKey: string;
  hash: Buffer;
  sealed: Buffer;
}

@Injectable()
export class UserApiKeys {
  constructor(
    private readonly userChangesRepository: UserChangesRepository,
    private readonly secretBox: SecretBox,
    private readonly auditLog: AuditLog,
    private readonly eventLog: EventLog,
  ) {}

  generate(): NewApiKey {
    const apiKey = randomAlphanumeric(LENGTH);
    return { apiKey, hash: sha256(apiKey), sealed: this.secretBox.seal(apiKey) };
  }

  open(sealed: Buffer): string {
    return this.secretBox.open(sealed);
  }

  async get(realmId: number, userId: number): Promise<string> {
    const user = await this.userChangesRepository.findSecrets(realmId, userId);
    if (!user) throw new Error(`User ${userId} is not in realm ${realmId}`);
    return this.open(user.apiKeySealed);
  }

  /** By id. */
  async getMany(realmId: number, userIds: number[]): Promise<Map<number, string>> {
    const users = await this.userChangesRepository.sealedApiKeys(realmId, userIds);
    return new Map(users.map(({ id, apiKeySealed }) => [id, this.open(apiKeySealed)]));
  }

  /** Returns a new key. The former one is rejected once the current transaction, which this joins, ends. */
  async replace(realmId: number, userId: number): Promise<string> {
    const { apiKey, hash, sealed } = this.generate();
    await this.userChangesRepository.update(realmId, userId, {
      apiKeyHash: hash,
      apiKeySealed: sealed,
    });
    this.auditLog.record(realmId, {
      kind: 'user.api_key_regenerated',
      targetIds: [userId],
      exceptOwn: true,
    });
    this.eventLog.append(credentialsEvent(realmId, { userId }, Audience.internal()));
    return apiKey;
  }
}
