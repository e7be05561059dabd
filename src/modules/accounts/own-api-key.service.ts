// The API key of the actor.
import { Injectable } from '@nestjs/common';
import { UserChanges } from '#modules/users/user-changes.service.js';
import { UserCredentials } from '#modules/users/user-credentials.service.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';

@Injectable()
export class OwnApiKeyService {
  constructor(
    private readonly changes: UserChanges,
    private readonly credentials: UserCredentials,
    private readonly database: Database,
  ) {}

  /** The key that the actor used is worth nothing from now on. */
  async regenerate(actor: Actor): Promise<string> {
    const key = this.credentials.newApiKey();
    await this.database.transaction(() => this.changes.setApiKey(actor.realmId, actor.userId, key));
    return key.apiKey;
  }
}
