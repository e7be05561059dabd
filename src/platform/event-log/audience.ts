// The users that an event may reach. The audience is fixed when the event is appended and stored
// with it, so every process delivers the event to the same users, however late.
import { BitSet } from '#platform/bit-set.js';

export type Audience =
  | { kind: 'users'; userIds: number[] }
  /** All users of the realm. */
  | { kind: 'realm' }
  /** All users but guests, plus these guests. */
  | { kind: 'non-guests'; guestIds: number[] }
  /** These users, plus the queues of non-guests with `all_public_streams`. */
  | { kind: 'public-stream'; userIds: number[] }
  /** As `entries`. */
  | EntriesAudience
  /** No client: for the caches and consumers of the server itself. */
  | { kind: 'internal' };

/**
 * For an event that is a list: each entry has readers of its own. They are the users whose set, at the position
 * of their id, contains the position of the entry; with `nonGuests`, also all users but guests.
 */
export interface EntriesAudience {
  kind: 'entries';
  /** Number of entries. */
  count: number;
  nonGuests: boolean;
  /** In ascending order. */
  userIds: number[];
  /** See BitSet.toText. */
  entries: string[];
}

export const Audience = {
  user: (userId: number): Audience => ({ kind: 'users', userIds: [userId] }),
  users: (userIds: number[]): Audience => ({ kind: 'users', userIds }),
  realm: (): Audience => ({ kind: 'realm' }),
  nonGuests: (guestIds: number[] = []): Audience => ({ kind: 'non-guests', guestIds }),
  publicStream: (userIds: number[]): Audience => ({ kind: 'public-stream', userIds }),
  internal: (): Audience => ({ kind: 'internal' }),

  /** `readers`: the positions of the entries that a user receives, keyed by user id. */
  entries(
    count: number,
    readers: ReadonlyMap<number, BitSet>,
    { nonGuests }: { nonGuests: boolean },
  ): Audience {
    const userIds = [...readers.keys()].toSorted((a, b) => a - b);
    const entries = userIds.map((id) => readers.get(id)!.toText());
    const all = BitSet.below(count).toText();
    if (entries.some((text) => text !== all)) {
      return { kind: 'entries', count, nonGuests, userIds, entries };
    }
    return nonGuests ? Audience.nonGuests(userIds) : Audience.users(userIds);
  },
};
