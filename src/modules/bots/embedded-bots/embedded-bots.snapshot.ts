// The embedded bots of the server (fetch type `realm_embedded_bots`).
import { Injectable } from '@nestjs/common';
import {
  Snapshot,
  type SnapshotSection,
  type SnapshotState,
} from '#platform/event-log/snapshot-section.js';
import { EMBEDDED_BOTS } from './catalogue.js';

@Injectable()
@Snapshot()
export class EmbeddedBotsSnapshot implements SnapshotSection {
  readonly fetchTypes = ['realm_embedded_bots'];

  read(): Promise<SnapshotState> {
    const bots = EMBEDDED_BOTS.map(({ name, config }) => ({ name, config }));
    return Promise.resolve({ realm_embedded_bots: bots });
  }
}
