import { Injectable } from '@nestjs/common';
import {
  Snapshot,
  type SnapshotSection,
  type SnapshotState,
  type SnapshotViewer,
} from '#platform/event-log/snapshot-section.js';
import { AlertWordsRepository } from './alert-words.repository.js';

@Injectable()
@Snapshot()
export class AlertWordsSnapshot implements SnapshotSection {
  readonly fetchTypes = ['alert_words'];

  constructor(private readonly alertWordsRepository: AlertWordsRepository) {}

  async read({ actor }: SnapshotViewer): Promise<SnapshotState> {
    return { alert_words: await this.alertWordsRepository.findByUser(actor.userId) };
  }
}
