// The API keys of bots, for those who look after them.
import { Injectable } from '@nestjs/common';
import { UserChanges, UserCredentials } from '#modules/users/users';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { BotsAccess } from './bots.access.js';

@Injectable()
export class BotKeys {
  constructor(
    private readonly access: BotsAccess,
    private readonly changes: UserChanges,
    private readonly credentials: UserCredentials,
    private readonly database: Database,
  ) {}

  async show(actor: Actor, botId: number): Promise<string> {
    const bot = await this.access.keptBot(actor, botId);
    const sealed = await this.changes.findApiKey(actor.realmId, bot.id);
    return this.credentials.openApiKey(sealed!);
  }

  /** The old key is worth nothing from now on. */
  async regenerate(actor: Actor, botId: number): Promise<string> {
    const bot = await this.access.keptBot(actor, botId);
    const key = this.credentials.newApiKey();
    await this.database.transaction(() => this.changes.setApiKey(actor.realmId, bot.id, key));
    return key.apiKey;
  }
}
