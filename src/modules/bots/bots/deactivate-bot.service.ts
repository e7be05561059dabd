import { Injectable } from '@nestjs/common';
import { DeactivateUserService } from '#modules/users/accounts';
import type { Actor } from '#platform/http/actor.js';
import { BotsAccess } from './bots.access.js';

@Injectable()
export class DeactivateBotService {
  constructor(
    private readonly botsAccess: BotsAccess,
    private readonly deactivateUserService: DeactivateUserService,
  ) {}

  async deactivate(actor: Actor, botId: number): Promise<void> {
    const bot = await this.botsAccess.requireManaged(actor, botId);
    await this.deactivateUserService.deactivateBot(actor, bot.id);
  }
}
