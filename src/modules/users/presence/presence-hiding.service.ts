// Users who turn off the setting `presence_enabled` appear offline at once, before their last report
// expires.
import { Injectable } from '@nestjs/common';
import { Clock, fromSeconds } from '#platform/clock.js';
import { PresenceEvents } from './presence-events.service.js';
import { PresenceStore } from './presence-store.js';
import { OFFLINE_AFTER_SECONDS } from './presence.view.js';

@Injectable()
export class PresenceHiding {
  constructor(
    private readonly presenceStore: PresenceStore,
    private readonly presenceEvents: PresenceEvents,
    private readonly clock: Clock,
  ) {}

  /** Must be called after the setting is stored. */
  async hide(realmId: number, userIds: number[]): Promise<void> {
    const now = this.clock.now();
    const latest = fromSeconds(now.getTime() / 1000 - OFFLINE_AFTER_SECONDS - 1);
    const hidden = await this.presenceStore.hide(realmId, userIds, { latest, now });
    if (hidden.length > 0) await this.presenceEvents.publish(realmId, hidden);
  }
}
