// The JSON of a logged event for one queue. Queues that receive the same variant of an event share
// its serialization, which is cached with the event.
import { definitionOf, type EventDefinition } from './event-definition.js';
import { asOf, entriesFor, type EventQueue, reaches } from './event-queue.js';
import type { TailedEvent } from './event-window.js';

/** Beyond this number, the variants of an event differ from user to user: not worth caching. */
const MAX_VARIANTS = 32;

const NOTHING: readonly string[] = [];

/**
 * The event as JSON texts for this queue; empty when the event is not for it. Where `present`
 * returned several events, they have ascending ids, and those after `afterId` are returned.
 */
export function serializeFor(
  event: TailedEvent,
  currentQueue: EventQueue,
  afterId: number,
): readonly string[] {
  const queue = asOf(currentQueue, event.id);
  const { eventTypes, narrow } = queue.options;
  if (eventTypes !== null && !eventTypes.includes(event.type)) return NOTHING;
  if (!reaches(event.audience, queue)) return NOTHING;
  const { payload } = event;
  const definition = definitionOf(event.type);
  if (!definition || (eventTypes === null && definition.onlyWhenNamed)) return NOTHING;
  if (narrow.length > 0 && definition.matchesNarrow?.(payload, queue) === false) return NOTHING;
  const key = definition.variantFor?.(payload, queue) ?? '';
  let variant = event.variants.get(key);
  if (!variant) {
    variant = serializeVariant(event, definition, queue);
    if (event.variants.size < MAX_VARIANTS) event.variants.set(key, variant);
  }
  const delivered = Math.max(0, afterId - (event.id - variant.length));
  const { audience } = event;
  if (audience.kind === 'entries') {
    const own = entriesFor(audience, queue);
    // An entry may be several events, the same number for each.
    const width = variant.length / audience.count;
    return variant.filter(
      (json, index) => index >= delivered && json !== '' && own?.has(Math.floor(index / width)),
    );
  }
  return delivered === 0 ? variant : variant.slice(delivered);
}

/**
 * The last of several events has the id of the row; the events before it have the ids below. Empty texts stand
 * for absent events of a list whose entries have readers of their own.
 */
function serializeVariant(
  event: TailedEvent,
  definition: EventDefinition<object>,
  queue: EventQueue,
): readonly string[] {
  const { id, type, payload } = event;
  const presented = definition.present ? definition.present(payload, queue) : payload;
  if (!presented) return NOTHING;
  const all: readonly (object | undefined)[] = Array.isArray(presented) ? presented : [presented];
  const hasReaders = event.audience.kind === 'entries';
  const list = hasReaders ? all : all.filter((entry) => entry !== undefined);
  if (list.length > (definition.idsFor?.(payload) ?? 1)) {
    throw new Error(`The event ${type} reserves fewer ids than it has entries`);
  }
  return list.map((entry, index) =>
    entry ? JSON.stringify({ type, ...entry, id: id - list.length + 1 + index }) : '',
  );
}
