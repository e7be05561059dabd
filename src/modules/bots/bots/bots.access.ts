// Permissions to create and to manage bots. A bot is managed by its owner and by administrators; for all
// other users it does not exist. A bot with the owner role is managed by owners only, because its API key
// grants that role.
import { Injectable } from '@nestjs/common';
import type { BotConfig } from '#modules/bots/embedded-bots';
import type { BotSettings } from '#modules/bots/records';
import { IntegrationCatalogue } from '#modules/integrations/catalogue';
import { RealmPermissions } from '#modules/realms/realms';
import { StreamsAccess } from '#modules/streams/streams';
import { requireManageable } from '#modules/users/accounts';
import { UsersService, type UserSummary } from '#modules/users/users';
import { ApiError } from '#platform/http/api-error.js';
import { type Actor, INCOMING_WEBHOOK_BOT, Role } from '#platform/http/actor.js';

/** Names of channels, empty for none; undefined properties stay as they are. */
export interface BotDefaults {
  sendingStream?: string | undefined;
  eventsRegisterStream?: string | undefined;
  allPublicStreams?: boolean | undefined;
}

const URL_MAX_LENGTH = 2048;

@Injectable()
export class BotsAccess {
  constructor(
    private readonly usersService: UsersService,
    private readonly streamsAccess: StreamsAccess,
    private readonly realmPermissions: RealmPermissions,
    private readonly integrationCatalogue: IntegrationCatalogue,
  ) {}

  async requireManaged(actor: Actor, botId: number): Promise<UserSummary> {
    const [bot] = await this.usersService.findByIds(actor.realmId, [botId]);
    if (!bot || bot.botType === null || bot.isSystemBot) throw noSuchBot();
    if (actor.role > Role.Administrator && bot.botOwnerId !== actor.userId) throw noSuchBot();
    requireManageable(actor, bot);
    return bot;
  }

  /** Returns the actor as the owner of a new bot. */
  async requireCreator(actor: Actor, type: number): Promise<UserSummary> {
    const [mayCreateAny, mayCreateWriteOnly] = await this.realmPermissions.holdsEach(actor, [
      'can_create_bots_group',
      'can_create_write_only_bots_group',
    ]);
    if (!mayCreateAny && !(mayCreateWriteOnly && type === INCOMING_WEBHOOK_BOT)) {
      throw ApiError.badRequest('You may not create bots of this type');
    }
    return this.requireOwner(actor.realmId, actor.userId);
  }

  async requireOwner(realmId: number, userId: number): Promise<UserSummary> {
    const [owner] = await this.usersService.findByIds(realmId, [userId]);
    if (!owner?.isActive || owner.botType !== null) {
      throw ApiError.badRequest('The owner of a bot must be an active user who is not a bot');
    }
    return owner;
  }

  async defaultStreams(actor: Actor, defaults: BotDefaults): Promise<BotSettings> {
    return {
      defaultSendingStreamId: await this.streamId(actor, defaults.sendingStream),
      defaultEventsRegisterStreamId: await this.streamId(actor, defaults.eventsRegisterStream),
      defaultAllPublicStreams: defaults.allPublicStreams,
    };
  }

  /** A bot without an integration can be used with every integration. Integrations have no settings. */
  async integration(
    name: string | undefined,
    configData: BotConfig = {},
  ): Promise<Pick<BotSettings, 'serviceName'>> {
    if (Object.keys(configData).length > 0) {
      throw ApiError.badRequest('Incoming webhook bots have no config_data');
    }
    if (name !== undefined && !(await this.integrationCatalogue.find(name))) {
      throw ApiError.badRequest('There is no integration with this service_name');
    }
    return { serviceName: name };
  }

  private async streamId(
    actor: Actor,
    name: string | undefined,
  ): Promise<number | null | undefined> {
    if (name === undefined) return undefined;
    if (name === '') return null;
    const accessed = await this.streamsAccess.findByName(actor, name);
    if (!accessed) throw ApiError.badRequest(`Invalid channel name '${name}'`);
    return accessed.stream.id;
  }
}

/** Whether the role of the bot allows its owner, the actor, to manage it. */
export function mayManageRole(actor: Actor, bot: Pick<UserSummary, 'role'>): boolean {
  return bot.role !== Role.Owner || actor.role === Role.Owner;
}

/** Throws unless it is an address to which outgoing webhooks can be sent. */
export function requireWebUrl(url: string | undefined): string {
  const isValid =
    url !== undefined &&
    url.length <= URL_MAX_LENGTH &&
    URL.canParse(url) &&
    ['http:', 'https:'].includes(new URL(url).protocol);
  if (!isValid) throw ApiError.badRequest('The payload URL must be an http or https URL');
  return url;
}

function noSuchBot(): ApiError {
  return ApiError.badRequest('No such bot');
}
