// The saved snippets of the user (fetch type `saved_snippets`).
import { Injectable } from '@nestjs/common';
import {
  Snapshot,
  type SnapshotSection,
  type SnapshotState,
  type SnapshotViewer,
} from '#platform/event-log/snapshot-section.js';
import { SavedSnippetsRepository } from './saved-snippets.repository.js';
import { savedSnippetView } from './saved-snippets.view.js';

@Injectable()
@Snapshot()
export class SavedSnippetsSnapshot implements SnapshotSection {
  readonly fetchTypes = ['saved_snippets'];

  constructor(private readonly savedSnippetsRepository: SavedSnippetsRepository) {}

  async read({ actor }: SnapshotViewer): Promise<SnapshotState> {
    const snippets = await this.savedSnippetsRepository.findAll(actor.userId);
    return { saved_snippets: snippets.map(savedSnippetView) };
  }
}
