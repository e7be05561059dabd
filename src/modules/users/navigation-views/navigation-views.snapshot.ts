// The navigation views of the user (fetch type `navigation_views`).
import { Injectable } from '@nestjs/common';
import {
  Snapshot,
  type SnapshotSection,
  type SnapshotState,
  type SnapshotViewer,
} from '#platform/event-log/snapshot-section.js';
import { NavigationViewsRepository } from './navigation-views.repository.js';
import { navigationView } from './navigation-views.view.js';

@Injectable()
@Snapshot()
export class NavigationViewsSnapshot implements SnapshotSection {
  readonly fetchTypes = ['navigation_views'];

  constructor(private readonly navigationViewsRepository: NavigationViewsRepository) {}

  async read({ actor }: SnapshotViewer): Promise<SnapshotState> {
    const views = await this.navigationViewsRepository.findAll(actor.userId);
    return { navigation_views: views.map(navigationView) };
  }
}
