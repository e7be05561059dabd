// The bots that the viewer manages (fetch type `realm_bot`).
import { Injectable } from '@nestjs/common';
import { UsersService } from '#modules/users/users';
import {
  Snapshot,
  type SnapshotSection,
  type SnapshotState,
  type SnapshotViewer,
} from '#platform/event-log/snapshot-section.js';
import { BotRecords } from './bot-records.service.js';

@Injectable()
@Snapshot()
export class BotsSnapshot implements SnapshotSection {
  readonly fetchTypes = ['realm_bot'];

  constructor(
    private readonly botRecords: BotRecords,
    private readonly usersService: UsersService,
  ) {}

  async read({ actor: { realmId, userId } }: SnapshotViewer): Promise<SnapshotState> {
    // The current role of the actor: that of the credentials may be outdated.
    const [self] = await this.usersService.findByIds(realmId, [userId]);
    return { realm_bots: await this.botRecords.listFor({ realmId, userId, role: self!.role }) };
  }
}
