// The bots that somebody looks after (fetch types `realm_bot` and `realm_embedded_bots`).
import { Injectable } from '@nestjs/common';
import { UsersService } from '#modules/users/users.service.js';
import type { SnapshotSection, SnapshotViewer } from '#platform/event-log/snapshot-section.js';
import { BotsService } from './bots.service.js';

@Injectable()
export class BotsSnapshot implements SnapshotSection {
  readonly fetchTypes = ['realm_bot', 'realm_embedded_bots'];

  constructor(
    private readonly bots: BotsService,
    private readonly users: UsersService,
  ) {}

  async read({ actor, fetches }: SnapshotViewer): Promise<Record<string, unknown>> {
    const { realmId, userId } = actor;
    const state: Record<string, unknown> = {};
    if (fetches('realm_bot')) {
      // What the actor is now, and not what the credentials said a moment ago.
      const [self] = await this.users.findByIds(realmId, [userId]);
      state['realm_bots'] = await this.bots.listFor({ realmId, userId, role: self!.role });
    }
    // No bots come with the server.
    if (fetches('realm_embedded_bots')) state['realm_embedded_bots'] = [];
    return state;
  }
}
