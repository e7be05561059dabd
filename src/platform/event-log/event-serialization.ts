// Turns a logged event into the JSON that a particular queue receives.
// Queues that see an event alike share one serialised form, kept with the event in memory.
import { definitionOf, type EventDefinition } from './event-definition.js';
import { asOf, type EventQueue, reaches } from './event-queue.js';
import type { TailedEvent } from './event-window.js';

/** More forms of one event differ from person to person, and no queue would take them again. */
const MAX_VARIANTS = 32;

const NOTHING: readonly string[] = [];

/**
 * The event as JSON text for this queue; empty when it is not for it. What is several events for
 * the queue has ascending ids, of which those after `afterId` are returned.
 */
export function serializeFor(
  event: TailedEvent,
  asking: EventQueue,
  afterId: number,
): readonly string[] {
  const queue = asOf(asking, event.id);
  const { eventTypes, narrow } = queue.options;
  if (eventTypes !== null && !eventTypes.includes(event.type)) return NOTHING;
  if (!reaches(event.audience, queue)) return NOTHING;
  const { payload } = event;
  const definition = definitionOf(event.type);
  if (!definition || (eventTypes === null && definition.onlyWhenNamed)) return NOTHING;
  if (narrow.length > 0 && definition.matchesNarrow?.(payload, queue) === false) return NOTHING;
  const name = definition.variantFor?.(payload, queue) ?? '';
  let form = event.variants.get(name);
  if (!form) {
    form = serializeVariant(event, definition, queue);
    if (event.variants.size < MAX_VARIANTS) event.variants.set(name, form);
  }
  const known = afterId - (event.id - form.length);
  return known <= 0 ? form : form.slice(known);
}

/** The last of several events has the id of the row, those before it the ids below. */
function serializeVariant(
  event: TailedEvent,
  definition: EventDefinition<object>,
  queue: EventQueue,
): readonly string[] {
  const { id, type, payload } = event;
  const presented = definition.present ? definition.present(payload, queue) : payload;
  if (!presented) return NOTHING;
  const list: readonly object[] = Array.isArray(presented) ? presented : [presented];
  if (list.length > (definition.idsFor?.(payload) ?? 1)) {
    throw new Error(`The event ${type} takes fewer ids than it has entries`);
  }
  return list.map((entry, index) =>
    JSON.stringify({ type, ...entry, id: id - list.length + 1 + index }),
  );
}
