// Subscriptions in the register snapshot (fetch type `subscription`).
import { Injectable } from '@nestjs/common';
import {
  Snapshot,
  type SnapshotSection,
  type SnapshotState,
  type SnapshotViewer,
} from '#platform/event-log/snapshot-section.js';
import { ListSubscriptionsService } from './list-subscriptions.service.js';

@Injectable()
@Snapshot()
export class SubscriptionsSnapshot implements SnapshotSection {
  readonly fetchTypes = ['subscription'];

  constructor(private readonly listSubscriptionsService: ListSubscriptionsService) {}

  async read({ actor, options, includeSubscribers }: SnapshotViewer): Promise<SnapshotState> {
    const lists = await this.listSubscriptionsService.list(actor, {
      includeSubscribers,
      includeArchived: options.capabilities.archived_channels === true,
      ...(options.notificationDefaults
        ? { notificationDefaults: options.notificationDefaults }
        : {}),
    });
    return {
      subscriptions: lists.subscriptions,
      unsubscribed: lists.unsubscribed,
      never_subscribed: lists.neverSubscribed,
    };
  }
}
