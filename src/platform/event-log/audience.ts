// The users that an event may reach. The audience is fixed when the event is appended and stored
// with it, so every process delivers the event to the same users, however late.

export type Audience =
  | { kind: 'users'; userIds: number[] }
  /** All users of the realm. */
  | { kind: 'realm' }
  /** All users but guests, plus these guests. */
  | { kind: 'non-guests'; guestIds: number[] }
  /** These users, plus the queues of non-guests with `all_public_streams`. */
  | { kind: 'public-stream'; userIds: number[] }
  /** No client: for the caches and consumers of the server itself. */
  | { kind: 'internal' };

export const Audience = {
  user: (userId: number): Audience => ({ kind: 'users', userIds: [userId] }),
  users: (userIds: number[]): Audience => ({ kind: 'users', userIds }),
  realm: (): Audience => ({ kind: 'realm' }),
  nonGuests: (guestIds: number[] = []): Audience => ({ kind: 'non-guests', guestIds }),
  publicStream: (userIds: number[]): Audience => ({ kind: 'public-stream', userIds }),
  internal: (): Audience => ({ kind: 'internal' }),
};
