// Configuration files with the API keys of bots, for their managers.
import { Injectable } from '@nestjs/common';
import { BotRecords } from '#modules/bots/records';
import { RealmsService } from '#modules/realms/realms';
import { UserApiKeys, UsersService } from '#modules/users/users';
import type { Actor } from '#platform/http/actor.js';
import { BotsAccess, mayManageRole } from './bots.access.js';
import { botserverrc, zuliprc } from './bot-files.view.js';

@Injectable()
export class BotFilesService {
  constructor(
    private readonly botsAccess: BotsAccess,
    private readonly botRecords: BotRecords,
    private readonly usersService: UsersService,
    private readonly userApiKeys: UserApiKeys,
    private readonly realmsService: RealmsService,
  ) {}

  async zuliprc(actor: Actor, botId: number): Promise<string> {
    const { realmId } = actor;
    const { deliveryEmail: email } = await this.botsAccess.requireManaged(actor, botId);
    return zuliprc({
      email,
      apiKey: await this.userApiKeys.get(realmId, botId),
      site: await this.realmsService.url(realmId),
      token: (await this.botRecords.webhook(realmId, botId))?.token,
    });
  }

  /** Contains the active outgoing webhook bots that the actor owns, by id. */
  async botserverrc(actor: Actor): Promise<string> {
    const { realmId } = actor;
    const tokens = await this.botRecords.tokensOwnedBy(realmId, actor.userId);
    const users = await this.usersService.findByIds(realmId, [...tokens.keys()]);
    const bots = users.filter((user) => user.isActive && mayManageRole(actor, user));
    const apiKeys = await this.userApiKeys.getMany(
      realmId,
      bots.map(({ id }) => id),
    );
    const site = await this.realmsService.url(realmId);
    return botserverrc(
      bots
        .toSorted((a, b) => a.id - b.id)
        .map(({ id, deliveryEmail: email }) => ({
          email,
          apiKey: apiKeys.get(id)!,
          site,
          token: tokens.get(id),
        })),
    );
  }
}
