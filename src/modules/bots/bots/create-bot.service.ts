// Creation of bots: their type, owner and address, and the settings of each type.
import { Injectable } from '@nestjs/common';
import { type BotConfig, requireService } from '#modules/bots/embedded-bots';
import { type BotSettings, BotRecords } from '#modules/bots/records';
import { RealmsService } from '#modules/realms/realms';
import { BotOwners } from '#modules/users/accounts';
import { AvatarPictures } from '#modules/users/avatars';
import { CreateUserService } from '#modules/users/creation';
import { type CreatedUser, UPLOADED, UserChanges, type UserSummary } from '#modules/users/users';
import { randomAlphanumeric, SecretBox } from '#platform/crypto.js';
import { Database } from '#platform/database/database.js';
import {
  type Actor,
  EMBEDDED_BOT,
  INCOMING_WEBHOOK_BOT,
  OUTGOING_WEBHOOK_BOT,
} from '#platform/http/actor.js';
import type { Schema } from '#platform/http/contract.js';
import type { UploadedFile } from '#platform/http/files.js';
import { botEmail } from './bot-email.js';
import { type BotDefaults, BotsAccess, requireWebUrl } from './bots.access.js';

export interface NewBot {
  fullName: string;
  shortName: string;
  type: number;
}

export interface NewBotWithSettings extends NewBot {
  avatar: UploadedFile | undefined;
  payloadUrl: string | undefined;
  interface: 1 | 2;
  serviceName: string | undefined;
  configData: BotConfig | undefined;
  defaults: BotDefaults;
}

export interface CreatedBot {
  user: CreatedUser;
  bot: Required<Schema<'Bot'>>;
}

const TOKEN_LENGTH = 32;

@Injectable()
export class CreateBotService {
  constructor(
    private readonly botsAccess: BotsAccess,
    private readonly botOwners: BotOwners,
    private readonly createUserService: CreateUserService,
    private readonly userChanges: UserChanges,
    private readonly avatarPictures: AvatarPictures,
    private readonly botRecords: BotRecords,
    private readonly realmsService: RealmsService,
    private readonly secretBox: SecretBox,
    private readonly database: Database,
  ) {}

  /** Creates a bot that belongs to the actor. */
  async create(actor: Actor, input: NewBotWithSettings): Promise<CreatedBot> {
    const owner = await this.botsAccess.requireCreator(actor, input.type);
    const defaults = await this.botsAccess.defaultStreams(actor, input.defaults);
    const bot = { ...input, shortName: input.shortName.trim() };
    const settings = { ...defaults, ...(await this.serviceSettings(input)) };
    const avatarPath =
      input.avatar && (await this.avatarPictures.write(actor.realmId, input.avatar));
    return this.createFor(owner, bot, settings, avatarPath);
  }

  /** Checks the input, not whether the owner may create bots. */
  async createFor(
    owner: UserSummary,
    { fullName, shortName, type }: NewBot,
    settings: BotSettings = {},
    avatarPath?: string,
  ): Promise<CreatedBot> {
    const { realmId, id: ownerId } = owner;
    const email = botEmail(shortName, await this.realmsService.host(realmId));
    return this.database.transaction(async () => {
      await this.botOwners.lock(realmId, ownerId);
      const user = await this.createUserService.create(
        { realmId, userId: ownerId },
        { email, fullName, bot: { type, ownerId } },
      );
      if (avatarPath !== undefined) {
        await this.userChanges.setAvatar(realmId, user, { avatarSource: UPLOADED, avatarPath });
      }
      return { user, bot: await this.botRecords.add(realmId, user.id, settings) };
    });
  }

  private async serviceSettings(input: NewBotWithSettings): Promise<BotSettings> {
    switch (input.type) {
      case OUTGOING_WEBHOOK_BOT:
        return {
          payloadUrl: requireWebUrl(input.payloadUrl),
          interface: input.interface,
          tokenSealed: this.secretBox.seal(randomAlphanumeric(TOKEN_LENGTH)),
        };
      case EMBEDDED_BOT:
        return requireService(input.serviceName, input.configData);
      case INCOMING_WEBHOOK_BOT:
        return this.botsAccess.integration(input.serviceName, input.configData);
      default:
        return {};
    }
  }
}
