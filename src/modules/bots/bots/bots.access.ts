// Who may make bots, and who looks after which: the owner and administrators. For everybody else a
// bot is answered like one that does not exist. A bot that may do what owners may is for owners only,
// since who has its key can do so, too.
import { Injectable } from '@nestjs/common';
import { RealmPermissions } from '#modules/realms/realms';
import { StreamsAccess } from '#modules/streams/streams';
import { AccountsAccess } from '#modules/users/accounts';
import { UsersService, type UserSummary } from '#modules/users/users';
import { ApiError } from '#platform/http/api-error.js';
import { type Actor, INCOMING_WEBHOOK_BOT, Role } from '#platform/http/actor.js';

const URL_MAX_LENGTH = 2048;

@Injectable()
export class BotsAccess {
  constructor(
    private readonly accountsAccess: AccountsAccess,
    private readonly usersService: UsersService,
    private readonly streamsAccess: StreamsAccess,
    private readonly realmPermissions: RealmPermissions,
  ) {}

  /** The bot, if the actor looks after it. */
  async keptBot(actor: Actor, id: number): Promise<UserSummary> {
    const [bot] = await this.usersService.findByIds(actor.realmId, [id]);
    if (!bot || bot.botType === null || bot.isSystemBot) throw noSuchBot();
    if (actor.role > Role.Administrator && bot.botOwnerId !== actor.userId) throw noSuchBot();
    this.accountsAccess.checkMayManage(actor, bot);
    return bot;
  }

  /** The actor as the owner of a new bot of the type. */
  async newOwner(actor: Actor, type: number): Promise<UserSummary> {
    const [any, writeOnly] = await this.realmPermissions.holdsEach(actor, [
      'can_create_bots_group',
      'can_create_write_only_bots_group',
    ]);
    if (!any && !(writeOnly && type === INCOMING_WEBHOOK_BOT)) {
      throw ApiError.badRequest('You may not make bots of this type');
    }
    return this.owner(actor, actor.userId);
  }

  /** An active person of the organization. */
  async owner({ realmId }: Actor, id: number): Promise<UserSummary> {
    const [owner] = await this.usersService.findByIds(realmId, [id]);
    if (!owner?.isActive || owner.botType !== null) {
      throw ApiError.badRequest('A bot must belong to an active person');
    }
    return owner;
  }

  /** The id of a channel that the actor knows of; null for none. */
  async channelId(actor: Actor, name: string | undefined): Promise<number | null | undefined> {
    if (name === undefined) return undefined;
    if (name === '') return null;
    const channel = await this.streamsAccess.findByName(actor, name);
    if (!channel) throw ApiError.badRequest(`Invalid channel name '${name}'`);
    return channel.stream.id;
  }
}

/** Throws unless messages can be sent there. */
export function checkedPayloadUrl(given: string | undefined): string {
  const isAddress =
    given !== undefined &&
    given.length <= URL_MAX_LENGTH &&
    URL.canParse(given) &&
    ['http:', 'https:'].includes(new URL(given).protocol);
  if (!isAddress) throw ApiError.badRequest('The address for the messages is not one of the web');
  return given;
}

function noSuchBot(): ApiError {
  return ApiError.badRequest('No such bot');
}
