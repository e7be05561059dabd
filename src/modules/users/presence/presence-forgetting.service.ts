// What is kept of presence outside the database goes with the organization that it tells of.
import { Injectable } from '@nestjs/common';
import { PresenceStore } from './presence-store.js';

@Injectable()
export class PresenceForgetting {
  constructor(private readonly presenceStore: PresenceStore) {}

  /** Leaves the rows of the database alone. */
  forgetRealm(realmId: number): Promise<void> {
    return this.presenceStore.forgetRealm(realmId);
  }
}
