// A part of the state that POST /register returns with the queue. All sections of an answer are read
// in one snapshot transaction, at one position of the event log. A section must therefore read state
// that events update from the database, not from a cache that could be ahead or behind.
import { DiscoveryService } from '@nestjs/core';
import type { Actor } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import type { ClientCapabilities, EventQueueOptions } from './event-queue.js';

/** A client, with or without an account. */
export interface SpectatorView {
  realmId: number;
  capabilities: ClientCapabilities;
  /** Whether the client requested this part (an entry of `fetch_event_types`). */
  fetches: (type: string) => boolean;
}

/** A client with an account. */
export interface SnapshotViewer extends SpectatorView {
  actor: Actor;
  options: EventQueueOptions;
  /** How many of the subscribers of each channel to list. */
  includeSubscribers: 'true' | 'false' | 'partial';
  /** Maximum age of the presence of other users; undefined for the server's default. */
  presenceHistoryDays?: number | undefined;
}

/** The fields of the response that a section contributes. */
export type SnapshotState = Partial<ResponseOf<'register-queue'>>;

export interface SnapshotSection {
  /** The section is read when at least one of these is fetched. */
  readonly fetchTypes: string[];
  /** State for a client with an account; when absent, that without an account. */
  read?(viewer: SnapshotViewer): Promise<SnapshotState>;
  /** State of the realm that is visible without an account; none when absent. */
  readForSpectators?(viewer: SpectatorView): Promise<SnapshotState>;
}

/** Marks a provider in *.snapshot.ts as a section, which is then discovered in any module. */
export const Snapshot = DiscoveryService.createDecorator();
