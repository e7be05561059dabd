/** @own-modules */
import { describe, expect, test } from '@jest/globals';
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

test('an event with onlyWhenNamed is not sent to queues without event types', () => {
  const event = eventOf('sample_hint', 3, { what: 'a hint' });

  expect(shown(event, queueOf(null))).toEqual([]);
  expect(shown(event, queueOf(['sample_parts']))).toEqual([]);
  expect(shown(event, queueOf(['sample_hint']))).toEqual([
    { type: 'sample_hint', what: 'a hint', id: 3 },
  ]);
});
