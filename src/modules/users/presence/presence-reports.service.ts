// People report that they are there, each of them every minute. Whoever keeps it to themselves, or
// lives in an organization that does not want to know, is as long gone as before.
import { Injectable } from '@nestjs/common';
import { RealmsService } from '#modules/realms/realms';
import { Clock } from '#platform/clock.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { GatheredReports } from './gathered-reports.js';
import { PresenceNotices } from './presence-notices.service.js';
import { PresencePeople } from './presence-people.service.js';
import { PresenceStore } from './presence-store.js';

@Injectable()
export class PresenceReports {
  private readonly gathered: GatheredReports;

  constructor(
    store: PresenceStore,
    notices: PresenceNotices,
    clock: Clock,
    private readonly realmsService: RealmsService,
    private readonly presencePeople: PresencePeople,
  ) {
    this.gathered = new GatheredReports(async (realmId, reports) => {
      const back = await store.report(realmId, reports, clock.now());
      if (back.length > 0) await notices.tellOfComing(realmId, back);
    });
  }

  async report({ realmId, userId, isBot }: Actor, isActive: boolean): Promise<void> {
    if (isBot) throw ApiError.badRequest('Bots have no presence');
    const { presence_disabled: isDisabled } = await this.realmsService.settings(realmId);
    if (isDisabled || !(await this.presencePeople.shows(realmId, userId))) return;
    await this.gathered.add(realmId, { userId, isActive });
  }
}
