// Whoever begins to keep their presence to themselves is gone for others at once, not only when the
// time of their last report is over.
import { Injectable } from '@nestjs/common';
import { Clock, fromSeconds } from '#platform/clock.js';
import { PresenceNotices } from './presence-notices.service.js';
import { PresenceStore } from './presence-store.js';
import { OFFLINE_AFTER_SECONDS } from './presence.view.js';

@Injectable()
export class PresenceHiding {
  constructor(
    private readonly presenceStore: PresenceStore,
    private readonly presenceNotices: PresenceNotices,
    private readonly clock: Clock,
  ) {}

  /** To be called when the setting is stored. */
  async hide(realmId: number, userIds: number[]): Promise<void> {
    const now = this.clock.now();
    const latest = fromSeconds(now.getTime() / 1000 - OFFLINE_AFTER_SECONDS - 1);
    const hidden = await this.presenceStore.hide(realmId, userIds, { latest, now });
    if (hidden.length > 0) await this.presenceNotices.tell(realmId, hidden);
  }
}
