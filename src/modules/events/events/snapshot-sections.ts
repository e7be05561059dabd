// The sections of the state in the response of POST /register: all providers with @Snapshot(), in any
// module.
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import {
  Snapshot,
  type SnapshotSection,
  type SnapshotState,
  type SnapshotViewer,
  type SpectatorView,
} from '#platform/event-log/snapshot-section.js';
import type { RegisterDto } from './events.dto.js';

/** Order of the sections in the response, by their first fetch type. All others follow. */
const ORDER = [
  'realm',
  'realm_user',
  'user_status',
  'presence',
  'custom_profile_fields',
  'realm_bot',
  'realm_embedded_bots',
  'realm_user_groups',
  'stream',
  'channel_folders',
  'realm_emoji',
  'realm_linkifiers',
  'navigation_views',
  'device',
  'realm_playgrounds',
  'realm_domains',
  'subscription',
  'user_topic',
  'message',
  'update_message_flags',
  'starred_messages',
  'user_settings',
  'alert_words',
  'muted_users',
];

@Injectable()
export class SnapshotSections implements OnModuleInit {
  private sections: SnapshotSection[] = [];

  constructor(private readonly discoveryService: DiscoveryService) {}

  onModuleInit(): void {
    const providers = this.discoveryService.getProviders({ metadataKey: Snapshot.KEY });
    this.sections = providers
      .map(({ instance }) => instance as SnapshotSection)
      .toSorted((a, b) => position(a) - position(b));
  }

  /**
   * Reads the fetched sections concurrently, so that their statements share round trips. A failure
   * is thrown after all reads have ended, because they share a transaction.
   */
  async read(viewer: SnapshotViewer | SpectatorView): Promise<SnapshotState> {
    const fetched = this.sections.filter(({ fetchTypes }) => fetchTypes.some(viewer.fetches));
    const results = await Promise.allSettled(
      fetched.map((section) => readSection(section, viewer)),
    );
    const state: SnapshotState = {};
    for (const result of results) {
      if (result.status === 'rejected') throw result.reason;
      Object.assign(state, result.value);
    }
    return state;
  }
}

async function readSection(
  section: SnapshotSection,
  viewer: SnapshotViewer | SpectatorView,
): Promise<SnapshotState> {
  if ('actor' in viewer && section.read) return section.read(viewer);
  return (await section.readForSpectators?.(viewer)) ?? {};
}

function position({ fetchTypes: [type = ''] }: SnapshotSection): number {
  const index = ORDER.indexOf(type);
  return index === -1 ? ORDER.length : index;
}

/** Returns a predicate that says whether the client requests the state of a type. */
export function fetchedBy(input: RegisterDto): (type: string) => boolean {
  const fetched = input.fetch_event_types ?? input.event_types ?? null;
  return (type) => fetched === null || fetched.includes(type);
}
