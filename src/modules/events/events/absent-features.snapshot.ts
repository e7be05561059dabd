// The register state of features that this server does not have (yet): empty values, for clients that
// support these features. A new feature replaces its entry by a section of its own.
import { Injectable } from '@nestjs/common';
import {
  Snapshot,
  type SnapshotSection,
  type SnapshotState,
  type SpectatorView,
} from '#platform/event-log/snapshot-section.js';

/** By fetch type. */
const ABSENT: Record<string, Record<string, unknown>> = {
  // Search ignores no words.
  stop_words: { stop_words: [] },
};

@Injectable()
@Snapshot()
export class AbsentFeaturesSnapshot implements SnapshotSection {
  readonly fetchTypes = Object.keys(ABSENT);

  readForSpectators({ fetches }: SpectatorView): Promise<SnapshotState> {
    const asked = this.fetchTypes.filter((type) => fetches(type));
    return Promise.resolve(
      Object.assign({}, ...asked.map((type) => ABSENT[type])) as Record<string, unknown>,
    );
  }
}
