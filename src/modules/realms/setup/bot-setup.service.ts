// Makes a bot that is ready to be used, and tells those who look after it.
import { Injectable } from '@nestjs/common';
import { type BotSettings, BotsService } from '#modules/bots/records';
import { RealmsService } from '#modules/realms/realms';
import { type CreatedUser, UserChanges, type UserSummary } from '#modules/users/users';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Schema } from '#platform/http/contract.js';
import { UserSetupService } from './user-setup.service.js';

/** The part of a bot's address before `-bot@`. */
const SHORT_NAME = /^[a-z0-9][a-z0-9._+-]{0,49}$/i;

export interface NewBot {
  fullName: string;
  shortName: string;
  /** As in Actor.botType. */
  type: number;
}

@Injectable()
export class BotSetupService {
  constructor(
    private readonly userSetupService: UserSetupService,
    private readonly botsService: BotsService,
    private readonly realmsService: RealmsService,
    private readonly userChanges: UserChanges,
    private readonly database: Database,
  ) {}

  /** Throws when a bot can not be called that. */
  async address(realmId: number, shortName: string): Promise<string> {
    if (!SHORT_NAME.test(shortName)) {
      throw ApiError.badRequest('The short name of a bot may have letters, digits and . _ + -');
    }
    return `${shortName}-bot@${await this.realmsService.host(realmId)}`;
  }

  /** A bot of its owner's realm. Checks the input, not whether the owner may have bots. */
  async create(
    owner: UserSummary,
    { fullName, shortName, type }: NewBot,
    settings: BotSettings = {},
  ): Promise<{ user: CreatedUser; bot: Required<Schema<'Bot'>> }> {
    const { realmId } = owner;
    const email = await this.address(realmId, shortName);
    return this.database.transaction(async () => {
      await this.lockOwner(realmId, owner.id);
      const user = await this.userSetupService.createUser(
        { realmId, userId: owner.id },
        { email, fullName, bot: { type, ownerId: owner.id } },
      );
      return { user, bot: await this.botsService.add(realmId, user.id, settings) };
    });
  }

  /**
   * Throws unless the bot of this person may live. Until the end of the present transaction the
   * account stays open: who closes it then finds the bot, too. Comes before locks on bots.
   */
  async lockOwner(realmId: number, ownerId: number): Promise<void> {
    const owner = await this.userChanges.lock(realmId, ownerId);
    if (!owner.is_active || owner.bot_type !== null) {
      throw ApiError.badRequest('A bot must belong to an active person');
    }
  }
}
