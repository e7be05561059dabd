// Changes of the own status. The legacy parameter `away` stands for the setting `presence_enabled`, which
// is off for a user who is away.
import { Injectable } from '@nestjs/common';
import { PresenceHiding } from '#modules/users/presence';
import { ChangeUserSettingsService } from '#modules/users/settings-catalogue';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { type UserStatusInput, UserStatusesService } from './user-statuses.service.js';

@Injectable()
export class OwnStatusService {
  constructor(
    private readonly userStatusesService: UserStatusesService,
    private readonly changeUserSettingsService: ChangeUserSettingsService,
    private readonly presenceHiding: PresenceHiding,
    private readonly database: Database,
  ) {}

  async set(actor: Actor, input: UserStatusInput, away: boolean | undefined): Promise<void> {
    const { realmId, userId } = actor;
    if (actor.isBot) throw ApiError.badRequest('Bots have no status');
    await this.database.transaction(async () => {
      const isChanged = away !== undefined && (await this.setAway(actor, away));
      const hasStatus = Object.values(input).some((part) => part !== undefined);
      if (hasStatus || away === undefined) {
        await this.userStatusesService.set(actor, userId, {
          ...input,
          away: isChanged ? away : undefined,
        });
      } else if (isChanged) {
        await this.userStatusesService.publishAway(realmId, [userId], away);
      }
    });
    if (away === true) await this.presenceHiding.hide(realmId, [userId]);
  }

  /** Returns whether the setting changed. */
  private async setAway({ realmId, userId }: Actor, away: boolean): Promise<boolean> {
    const targets = { realmId, userIds: [userId], skipEdited: false, markEdited: true };
    const changed = await this.changeUserSettingsService.change(targets, {
      presence_enabled: !away,
    });
    return changed.size > 0;
  }
}
