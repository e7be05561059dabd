// What people change about themselves: the name, and the address once they have shown that mail
// reaches them there.
import { Injectable } from '@nestjs/common';
import { RealmsService } from '#modules/realms/realms.service.js';
import { UserChanges } from '#modules/users/user-changes.service.js';
import { UserCredentials } from '#modules/users/user-credentials.service.js';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import { type Actor, Role } from '#platform/http/actor.js';

@Injectable()
export class OwnAccountService {
  constructor(
    private readonly changes: UserChanges,
    private readonly credentials: UserCredentials,
    private readonly realms: RealmsService,
    private readonly database: Database,
  ) {}

  /** Joins the present transaction. Returns whether the name is another one now. */
  async rename(actor: Actor, fullName: string): Promise<boolean> {
    const { realmId, userId } = actor;
    const { name_changes_disabled: isClosed } = await this.realms.settings(realmId);
    if (isClosed && actor.role > Role.Administrator) {
      throw ApiError.badRequest('Names can not be changed in this organization');
    }
    return this.database.transaction(async () => {
      const user = await this.changes.lock(realmId, userId);
      return this.changes.rename(realmId, user, fullName);
    });
  }

  /** The key that the actor used is worth nothing from now on. */
  async regenerateApiKey(actor: Actor): Promise<string> {
    const key = this.credentials.newApiKey();
    await this.database.transaction(() => this.changes.setApiKey(actor.realmId, actor.userId, key));
    return key.apiKey;
  }
}
