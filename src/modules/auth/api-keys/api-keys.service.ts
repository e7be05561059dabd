// Shows and regenerates API keys: to users their own key, and to the managers of a bot the key of the
// bot. A regenerated key replaces the former one at once.
import { Injectable } from '@nestjs/common';
import { AuthorizedClients, SecurityMailer } from '#modules/auth/authentication';
import { BotsAccess } from '#modules/bots/bots';
import { UserApiKeys } from '#modules/users/users';
import { Database } from '#platform/database/database.js';
import type { Actor, LoginOrigin } from '#platform/http/actor.js';

@Injectable()
export class ApiKeysService {
  constructor(
    private readonly botsAccess: BotsAccess,
    private readonly userApiKeys: UserApiKeys,
    private readonly authorizedClients: AuthorizedClients,
    private readonly securityMailer: SecurityMailer,
    private readonly database: Database,
  ) {}

  /** Logs out all programs of the actor, except the one that sends the request without a session. */
  regenerateOwn(actor: Actor, sessionId: number | undefined, origin: LoginOrigin): Promise<string> {
    return this.database.transaction(async () => {
      const apiKey = await this.authorizedClients.replaceApiKey(actor);
      if (sessionId === undefined && !actor.isBot) {
        await this.authorizedClients.recordProgram(actor, origin);
      }
      await this.securityMailer.notifyApiKeyChange(actor);
      return apiKey;
    });
  }

  async getOfBot(actor: Actor, botId: number): Promise<string> {
    const bot = await this.botsAccess.requireManaged(actor, botId);
    return this.userApiKeys.get(actor.realmId, bot.id);
  }

  async regenerateOfBot(actor: Actor, botId: number): Promise<string> {
    const bot = await this.botsAccess.requireManaged(actor, botId);
    return this.database.transaction(() => this.userApiKeys.replace(actor.realmId, bot.id));
  }
}
