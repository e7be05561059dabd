// The API keys of bots, for those who look after them.
import { Injectable } from '@nestjs/common';
import { UserApiKeys } from '#modules/users/users';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { BotsAccess } from '#modules/bots/bots';

@Injectable()
export class BotKeys {
  constructor(
    private readonly botsAccess: BotsAccess,
    private readonly userApiKeys: UserApiKeys,
    private readonly database: Database,
  ) {}

  async show(actor: Actor, botId: number): Promise<string> {
    const bot = await this.botsAccess.requireManaged(actor, botId);
    return this.userApiKeys.get(actor.realmId, bot.id);
  }

  /** The old key is worth nothing from now on. */
  async regenerate(actor: Actor, botId: number): Promise<string> {
    const bot = await this.botsAccess.requireManaged(actor, botId);
    return this.database.transaction(() => this.userApiKeys.replace(actor.realmId, bot.id));
  }
}
