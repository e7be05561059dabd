// Presence reports, which each client sends every minute. Reports are ignored where the user or the realm
// has turned off presence.
import { Injectable } from '@nestjs/common';
import { RealmsService } from '#modules/realms/realms';
import { Clock } from '#platform/clock.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { PresenceReportBatcher } from './presence-report-batcher.js';
import { PresenceEvents } from './presence-events.service.js';
import { PresencePeople } from './presence-people.service.js';
import { PresenceStore } from './presence-store.js';

@Injectable()
export class PresenceReports {
  private readonly batcher: PresenceReportBatcher;

  constructor(
    presenceStore: PresenceStore,
    presenceEvents: PresenceEvents,
    clock: Clock,
    private readonly realmsService: RealmsService,
    private readonly presencePeople: PresencePeople,
  ) {
    this.batcher = new PresenceReportBatcher(async (realmId, reports) => {
      const returned = await presenceStore.report(realmId, reports, clock.now());
      if (returned.length > 0) await presenceEvents.publishReturned(realmId, returned);
    });
  }

  async report({ realmId, userId, isBot }: Actor, isActive: boolean): Promise<void> {
    if (isBot) throw ApiError.badRequest('Bots have no presence');
    const { presence_disabled: isDisabled } = await this.realmsService.settings(realmId);
    if (isDisabled || !(await this.presencePeople.isShown(realmId, userId))) return;
    await this.batcher.add(realmId, { userId, isActive });
  }
}
