// Changes of bots by their owners and by administrators: name, address, picture, role, owner, default
// channels and the settings of the type of the bot. An update is applied as a whole or not at all.
import { Injectable } from '@nestjs/common';
import { type BotConfig, mergeConfig, requireService } from '#modules/bots/embedded-bots';
import { type BotSettings, BotRecords } from '#modules/bots/records';
import { RealmsService } from '#modules/realms/realms';
import { BotOwners, ChangeRoleService } from '#modules/users/accounts';
import { AvatarPictures } from '#modules/users/avatars';
import { UPLOADED, UserChanges, UserEmails, type UserSummary } from '#modules/users/users';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import {
  type Actor,
  EMBEDDED_BOT,
  INCOMING_WEBHOOK_BOT,
  OUTGOING_WEBHOOK_BOT,
  Role,
} from '#platform/http/actor.js';
import type { UploadedFile } from '#platform/http/files.js';
import { botEmail } from './bot-email.js';
import { type BotDefaults, BotsAccess, requireWebUrl } from './bots.access.js';

/** Undefined properties stay as they are. */
export interface BotUpdate {
  fullName?: string | undefined;
  shortName?: string | undefined;
  avatar?: UploadedFile | undefined;
  role?: Role | undefined;
  ownerId?: number | undefined;
  payloadUrl?: string | undefined;
  interface?: 1 | 2 | undefined;
  serviceName?: string | undefined;
  configData?: BotConfig | undefined;
  defaults: BotDefaults;
}

@Injectable()
export class UpdateBotService {
  constructor(
    private readonly botsAccess: BotsAccess,
    private readonly changeRoleService: ChangeRoleService,
    private readonly botOwners: BotOwners,
    private readonly userChanges: UserChanges,
    private readonly userEmails: UserEmails,
    private readonly avatarPictures: AvatarPictures,
    private readonly botRecords: BotRecords,
    private readonly realmsService: RealmsService,
    private readonly database: Database,
  ) {}

  async update(actor: Actor, botId: number, update: BotUpdate): Promise<void> {
    const { realmId } = actor;
    const { role, ownerId } = update;
    const bot = await this.botsAccess.requireManaged(actor, botId);
    if (role !== undefined && actor.role > Role.Administrator) {
      throw ApiError.badRequest('Only administrators can change roles');
    }
    const settings: BotSettings = {
      ...(await this.botsAccess.defaultStreams(actor, update.defaults)),
      ...webhookSettings(bot, update),
    };
    if (ownerId !== undefined) await this.botsAccess.requireOwner(realmId, ownerId);
    const avatarPath = update.avatar && (await this.avatarPictures.write(realmId, update.avatar));
    await this.database.transaction(async () => {
      // Users are locked in one order everywhere: owners of the realm, owners of bots, bots.
      if (role !== undefined) await this.userChanges.lockOwners(realmId);
      if (ownerId !== undefined) await this.botOwners.lock(realmId, ownerId);
      if (role !== undefined) await this.changeRoleService.change(actor, botId, role);
      await this.updateUser(realmId, botId, update, avatarPath);
      const service = await this.changedService(realmId, botId, update);
      await this.botRecords.update(realmId, botId, { ...settings, ...service });
    });
  }

  private async updateUser(
    realmId: number,
    botId: number,
    { fullName, shortName, ownerId }: BotUpdate,
    avatarPath: string | undefined,
  ): Promise<void> {
    const bot = await this.userChanges.lock(realmId, botId);
    if (avatarPath !== undefined) {
      await this.userChanges.setAvatar(realmId, bot, { avatarSource: UPLOADED, avatarPath });
    }
    if (fullName !== undefined) await this.userChanges.rename(realmId, bot, fullName);
    if (shortName !== undefined) {
      const email = botEmail(shortName, await this.realmsService.host(realmId));
      await this.userEmails.change(realmId, bot, email);
    }
    if (ownerId !== undefined && ownerId !== bot.botOwnerId) {
      await this.botOwners.change(realmId, bot, ownerId);
    }
  }

  /** Merges the configuration with the existing one, or replaces it together with the name of the service. */
  private async changedService(
    realmId: number,
    botId: number,
    { serviceName: newName, configData: input }: BotUpdate,
  ): Promise<Pick<BotSettings, 'serviceName' | 'configData'>> {
    if (newName === undefined && input === undefined) return {};
    const { botType, ...existing } = (await this.botRecords.find(realmId, botId))!;
    if (botType === INCOMING_WEBHOOK_BOT) return this.botsAccess.integration(newName, input);
    if (botType === EMBEDDED_BOT) {
      const serviceName = newName ?? existing.serviceName ?? undefined;
      if (serviceName === undefined || serviceName !== existing.serviceName) {
        return requireService(serviceName, input);
      }
      const configData = existing.configData ?? {};
      return { configData: mergeConfig({ serviceName, configData }, input ?? {}) };
    }
    throw ApiError.badRequest('Bots of this type have no service_name or config_data');
  }
}

function webhookSettings(
  bot: UserSummary,
  { payloadUrl, interface: format }: BotUpdate,
): BotSettings {
  if (payloadUrl === undefined && format === undefined) return {};
  if (bot.botType !== OUTGOING_WEBHOOK_BOT) {
    throw ApiError.badRequest('Only outgoing webhook bots have a payload URL and interface');
  }
  return {
    payloadUrl: payloadUrl === undefined ? undefined : requireWebUrl(payloadUrl),
    interface: format,
  };
}
