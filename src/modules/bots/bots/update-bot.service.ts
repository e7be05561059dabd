// Who looks after a bot changes it, and sees and changes its key. All of a change, or nothing.
import { Injectable } from '@nestjs/common';
import { type BotSettings, BotsService } from '#modules/bots/records';
import { type BotConfig, changedConfig } from '#modules/bots/embedded-bots';
import type { UserSummary } from '#modules/users/users';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import { type Actor, OUTGOING_WEBHOOK_BOT } from '#platform/http/actor.js';
import { BotIdentity, type IdentityUpdate } from './bot-identity.service.js';
import { BotsAccess, checkedPayloadUrl } from './bots.access.js';
import type { GivenDefaults } from './create-bot.service.js';

export interface BotUpdate extends IdentityUpdate {
  payloadUrl?: string | undefined;
  interface?: number | undefined;
  configData?: BotConfig | undefined;
  defaults: GivenDefaults;
}

@Injectable()
export class UpdateBotService {
  constructor(
    private readonly botsAccess: BotsAccess,
    private readonly botIdentity: BotIdentity,
    private readonly botsService: BotsService,
    private readonly database: Database,
  ) {}

  async update(actor: Actor, botId: number, update: BotUpdate): Promise<void> {
    const bot = await this.botsAccess.keptBot(actor, botId);
    const { defaults } = update;
    const settings: BotSettings = {
      defaultSendingStreamId: await this.botsAccess.channelId(actor, defaults.sendingStream),
      defaultEventsRegisterStreamId: await this.botsAccess.channelId(
        actor,
        defaults.eventsRegisterStream,
      ),
      defaultAllPublicStreams: defaults.allPublicStreams,
      ...serviceOf(bot, update),
    };
    await this.database.transaction(async () => {
      // From here on nobody else changes the bot.
      await this.botIdentity.update(actor, bot.id, update);
      const configData = await this.configOf(bot, update);
      await this.botsService.update(actor.realmId, bot.id, { ...settings, configData });
    });
  }

  private async configOf(
    { realmId, id }: UserSummary,
    { configData: given }: BotUpdate,
  ): Promise<BotConfig | undefined> {
    if (given === undefined) return undefined;
    const { service_name: serviceName, config_data: configData } =
      (await this.botsService.find(realmId, id)) ?? {};
    if (!serviceName) throw ApiError.badRequest('Only embedded bots have settings of their own');
    return changedConfig({ serviceName, configData: configData ?? {} }, given);
  }
}

function serviceOf(bot: UserSummary, { payloadUrl, interface: form }: BotUpdate): BotSettings {
  if (payloadUrl === undefined && form === undefined) return {};
  if (bot.botType !== OUTGOING_WEBHOOK_BOT) {
    throw ApiError.badRequest('Only the messages of outgoing webhook bots are sent somewhere');
  }
  return {
    payloadUrl: payloadUrl === undefined ? undefined : checkedPayloadUrl(payloadUrl),
    interface: form,
  };
}
