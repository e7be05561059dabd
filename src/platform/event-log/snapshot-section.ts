// A part of what POST /register returns beside the queue. All sections of one answer are read
// inside one snapshot transaction, at one point of the event log, so a section reads what clients
// keep from the database and never from a cache that could be ahead or behind.
import { DiscoveryService } from '@nestjs/core';
import type { Actor } from '#platform/http/actor.js';
import type { ClientCapabilities, EventQueueOptions } from './event-queue.js';

export interface SnapshotViewer {
  actor: Actor;
  options: EventQueueOptions;
  /** How many of the readers of each channel to list. */
  includeSubscribers: 'true' | 'false' | 'partial';
  /** How old the presence of others may be; undefined leaves it to the server. */
  presenceHistoryDays?: number | undefined;
  /** Whether the client asked for this part (an entry of `fetch_event_types`). */
  fetches: (type: string) => boolean;
}

/** Somebody without an account. */
export interface SpectatorView {
  realmId: number;
  capabilities: ClientCapabilities;
  fetches: (type: string) => boolean;
}

export interface SnapshotSection {
  /** The section is read when at least one of these is fetched. */
  readonly fetchTypes: string[];
  read(viewer: SnapshotViewer): Promise<Record<string, unknown>>;
  /** What the realm shows to everybody; nothing when absent. */
  readForSpectators?(viewer: SpectatorView): Promise<Record<string, unknown>>;
}

/** Marks a *.snapshot.ts provider, which is then found in whatever module it is. */
export const Snapshot = DiscoveryService.createDecorator();
