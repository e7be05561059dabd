// Turns a logged event into the JSON that a particular queue receives.
// Queues that see an event alike share one serialised form, kept with the event in memory.
import { definitionOf } from './event-definition.js';
import { type EventQueue, reaches } from './event-queue.js';
import type { TailedEvent } from './event-tail.js';

/** The event as JSON text for this queue, or undefined when it is not for it. */
export function handOut(event: TailedEvent, queue: EventQueue): string | undefined {
  const { eventTypes, narrow } = queue.options;
  if (eventTypes !== null && !eventTypes.includes(event.type)) return undefined;
  if (!reaches(event.audience, queue)) return undefined;
  const definition = definitionOf(event.type);
  if (!definition) return undefined;
  if (narrow.length > 0 && definition.matchesNarrow?.(event.payload, queue) === false) {
    return undefined;
  }
  const form = definition.formFor?.(event.payload, queue) ?? '';
  if (event.forms.has(form)) return event.forms.get(form);
  const presented = definition.present ? definition.present(event.payload, queue) : event.payload;
  const json = presented && JSON.stringify({ type: event.type, ...presented, id: event.id });
  event.forms.set(form, json);
  return json;
}
