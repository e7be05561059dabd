// Who may see an event. The audience is fixed when the event is appended and stored beside it,
// so that every process hands it to the same people, however late.

export type Audience =
  /** These people. */
  | { kind: 'users'; userIds: number[] }
  /** Everybody in the realm. */
  | { kind: 'realm' }
  /** Everybody but guests, and these guests too. */
  | { kind: 'non-guests'; guestIds: number[] }
  /** These people; also queues of non-guests that asked for all public channels. */
  | { kind: 'public-stream'; userIds: number[] }
  /** No client: the event tells the server's own caches and consumers something. */
  | { kind: 'internal' };

export const Audience = {
  user: (userId: number): Audience => ({ kind: 'users', userIds: [userId] }),
  users: (userIds: number[]): Audience => ({ kind: 'users', userIds }),
  realm: (): Audience => ({ kind: 'realm' }),
  nonGuests: (guestIds: number[] = []): Audience => ({ kind: 'non-guests', guestIds }),
  publicStream: (userIds: number[]): Audience => ({ kind: 'public-stream', userIds }),
  internal: (): Audience => ({ kind: 'internal' }),
};
