// What somebody says of themselves, in the old words too: to be away is not to tell others whether
// one is there, which is a setting.
import { Injectable } from '@nestjs/common';
import { PresenceHiding } from '#modules/users/presence';
import { ChangeUserSettings } from '#modules/users/settings-catalogue';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { type GivenStatus, UserStatuses } from './user-statuses.service.js';

@Injectable()
export class OwnStatus {
  constructor(
    private readonly userStatuses: UserStatuses,
    private readonly changeUserSettings: ChangeUserSettings,
    private readonly presenceHiding: PresenceHiding,
    private readonly database: Database,
  ) {}

  async set(actor: Actor, given: GivenStatus, away: boolean | undefined): Promise<void> {
    const { realmId, userId } = actor;
    if (actor.isBot) throw ApiError.badRequest('Bots have no status');
    await this.database.transaction(async () => {
      if (away !== undefined) {
        const targets = { realmId, userIds: [userId], skipEdited: false, byThemselves: true };
        await this.changeUserSettings.change(targets, { presence_enabled: !away });
      }
      const saysSomething = Object.values(given).some((part) => part !== undefined);
      if (saysSomething || away === undefined) await this.userStatuses.set(actor, userId, given);
    });
    if (away === true) await this.presenceHiding.hide(realmId, [userId]);
  }
}
