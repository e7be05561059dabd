/** @own-modules */
import { describe, expect, test } from '@jest/globals';
import { BitSet } from '#platform/bit-set.js';
import { Audience } from './audience.js';
import { defineEvent } from './event-definition.js';
import type { EventQueue } from './event-queue.js';
import { type TailedEvent, tailed } from './event-window.js';
import { serializeFor } from './event-serialization.js';

defineEvent<{ parts: string[] }, object>({
  type: 'sample_parts',
  idsFor: ({ parts }) => parts.length,
  variantFor: (_, { options }) => String(options.capabilities.bulk_message_deletion),
  present: ({ parts }, { options }) =>
    options.capabilities.bulk_message_deletion ? { parts } : parts.map((part) => ({ part })),
});
defineEvent<{ parts: string[] }, object>({
  type: 'sample_pairs',
  idsFor: ({ parts }) => parts.length * 2,
  present: ({ parts }) =>
    parts.flatMap((part) => [{ part }, part === 'c' ? { part: 'C' } : undefined]),
});
defineEvent({ type: 'sample_hint', onlyWhenNamed: true });
defineEvent({ type: 'sample_excess', present: () => [{}, {}] });

function queueOf(eventTypes: string[] | null, takesLists = false): EventQueue {
  return {
    id: 'a queue',
    realmId: 1,
    userId: 7,
    isGuest: false,
    guestChanges: [],
    clientName: 'sample',
    options: {
      eventTypes,
      narrow: [],
      allPublicStreams: false,
      applyMarkdown: false,
      clientGravatar: false,
      slimPresence: false,
      capabilities: { bulk_message_deletion: takesLists },
    },
    idleTimeoutSeconds: 600,
    startEventId: 0,
    acknowledgedEventId: 0,
    lastSeenAt: new Date(0),
    ended: false,
  };
}

function eventOf(type: string, id: number, payload: object): TailedEvent {
  return tailed({ realmId: 1, id, type, payload, audience: Audience.realm(), bytes: 0 }, 0);
}

function shown(event: TailedEvent, queue: EventQueue, afterId = 0): unknown[] {
  return serializeFor(event, queue, afterId).map((json) => JSON.parse(json) as unknown);
}

describe('an event that is presented as a list to some queues', () => {
  const event = eventOf('sample_parts', 12, { parts: ['a', 'b', 'c'] });
  const entries = [
    { type: 'sample_parts', part: 'a', id: 10 },
    { type: 'sample_parts', part: 'b', id: 11 },
    { type: 'sample_parts', part: 'c', id: 12 },
  ];

  test('has an id for each entry, the last of which is the id of the event', () => {
    expect(shown(event, queueOf(null))).toEqual(entries);
  });

  test('can be continued after any entry', () => {
    expect(shown(event, queueOf(null), 9)).toEqual(entries);
    expect(shown(event, queueOf(null), 10)).toEqual(entries.slice(1));
    expect(shown(event, queueOf(null), 11)).toEqual(entries.slice(2));
  });

  test('is one event for other queues', () => {
    const whole = { type: 'sample_parts', parts: ['a', 'b', 'c'], id: 12 };

    expect(shown(event, queueOf(null, true))).toEqual([whole]);
    expect(shown(event, queueOf(null, true), 11)).toEqual([whole]);
  });

  test('may not have more entries than ids', () => {
    expect(() => serializeFor(eventOf('sample_excess', 5, {}), queueOf(null), 0)).toThrow(
      'fewer ids',
    );
  });
});

describe('a list whose entries have readers of their own', () => {
  const own = new BitSet(new Uint8Array([0b101]));
  const others = new BitSet(new Uint8Array([0b010]));
  const eventFor = (type: string, options: { nonGuests: boolean }): TailedEvent => {
    const readers = new Map([
      [7, own],
      [9, others],
    ]);
    const audience = Audience.entries(3, readers, options);
    const payload = { parts: ['a', 'b', 'c'] };
    return tailed({ realmId: 1, id: 12, type, payload, audience, bytes: 0 }, 0);
  };
  const partsFor = (queue: EventQueue, event: TailedEvent, afterId = 0): unknown[] =>
    shown(event, queue, afterId).map((entry) => (entry as { part: string }).part);
  const guest = { ...queueOf(null), isGuest: true };

  test('contains the entries for the user, with the same ids for all', () => {
    const event = eventFor('sample_parts', { nonGuests: false });
    expect(shown(event, guest)).toEqual([
      { type: 'sample_parts', part: 'a', id: 10 },
      { type: 'sample_parts', part: 'c', id: 12 },
    ]);
    expect(partsFor({ ...guest, userId: 9 }, event)).toEqual(['b']);
    expect(partsFor({ ...guest, userId: 8 }, event)).toEqual([]);
    expect(partsFor(guest, event, 10)).toEqual(['c']);
  });

  test('is whole for members, if it is for all but guests', () => {
    const event = eventFor('sample_parts', { nonGuests: true });
    expect(partsFor({ ...queueOf(null), userId: 8 }, event)).toEqual(['a', 'b', 'c']);
    expect(partsFor({ ...guest, userId: 8 }, event)).toEqual([]);
    expect(partsFor(guest, event)).toEqual(['a', 'c']);
  });

  test('may have several events for each entry, and none for some', () => {
    const event = eventFor('sample_pairs', { nonGuests: false });
    expect(shown(event, guest)).toEqual([
      { type: 'sample_pairs', part: 'a', id: 7 },
      { type: 'sample_pairs', part: 'c', id: 11 },
      { type: 'sample_pairs', part: 'C', id: 12 },
    ]);
  });

  test('has a plain audience if the readers are those of all entries', () => {
    const readers = new Map([[7, BitSet.below(3)]]);
    expect(Audience.entries(3, readers, { nonGuests: false })).toEqual(Audience.users([7]));
    expect(Audience.entries(3, readers, { nonGuests: true })).toEqual(Audience.nonGuests([7]));
  });
});

test('an event with onlyWhenNamed is not sent to queues without event types', () => {
  const event = eventOf('sample_hint', 3, { what: 'a hint' });

  expect(shown(event, queueOf(null))).toEqual([]);
  expect(shown(event, queueOf(['sample_parts']))).toEqual([]);
  expect(shown(event, queueOf(['sample_hint']))).toEqual([
    { type: 'sample_hint', what: 'a hint', id: 3 },
  ]);
});
