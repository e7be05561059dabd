// The API keys of bots, for those who look after them.
import { Injectable } from '@nestjs/common';
import { UserChanges, UserCredentials } from '#modules/users/users';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { BotsAccess } from '#modules/bots/bots';

@Injectable()
export class BotKeys {
  constructor(
    private readonly botsAccess: BotsAccess,
    private readonly userChanges: UserChanges,
    private readonly userCredentials: UserCredentials,
    private readonly database: Database,
  ) {}

  async show(actor: Actor, botId: number): Promise<string> {
    const bot = await this.botsAccess.keptBot(actor, botId);
    const sealed = await this.userChanges.findApiKey(actor.realmId, bot.id);
    return this.userCredentials.openApiKey(sealed!);
  }

  /** The old key is worth nothing from now on. */
  async regenerate(actor: Actor, botId: number): Promise<string> {
    const bot = await this.botsAccess.keptBot(actor, botId);
    const key = this.userCredentials.newApiKey();
    await this.database.transaction(() => this.userChanges.setApiKey(actor.realmId, bot.id, key));
    return key.apiKey;
  }
}
