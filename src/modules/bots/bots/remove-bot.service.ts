// Who looks after a bot closes its account; administrators and the owner can open it again.
import { Injectable } from '@nestjs/common';
import { Deactivation } from '#modules/users/accounts';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { BotsAccess } from './bots.access.js';

@Injectable()
export class RemoveBotService {
  constructor(
    private readonly botsAccess: BotsAccess,
    private readonly deactivation: Deactivation,
    private readonly database: Database,
  ) {}

  async remove(actor: Actor, botId: number): Promise<void> {
    const bot = await this.botsAccess.keptBot(actor, botId);
    const inactive = ApiError.badRequest('The bot is deactivated already');
    await this.database.transaction(async () => {
      const { is_active: wasActive } = await this.deactivation.deactivate(actor, bot.id, inactive);
      if (!wasActive) throw inactive;
    });
  }
}
