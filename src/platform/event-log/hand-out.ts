// Turns a logged event into the JSON that a particular queue receives.
// Queues that see an event alike share one serialised form, kept with the event in memory.
import { definitionOf } from './event-definition.js';
import { type EventQueue, reaches } from './event-queue.js';
import type { TailedEvent } from './event-window.js';

/** More forms of one event differ from person to person, and no queue would take them again. */
const MAX_FORMS = 32;

/** The event as JSON text for this queue, or undefined when it is not for it. */
export function handOut(event: TailedEvent, queue: EventQueue): string | undefined {
  const { eventTypes, narrow } = queue.options;
  if (eventTypes !== null && !eventTypes.includes(event.type)) return undefined;
  if (!reaches(event.audience, queue)) return undefined;
  const { payload } = event;
  const definition = definitionOf(event.type);
  if (!definition) return undefined;
  if (narrow.length > 0 && definition.matchesNarrow?.(payload, queue) === false) return undefined;
  const form = definition.formFor?.(payload, queue) ?? '';
  if (event.forms.has(form)) return event.forms.get(form);
  const presented = definition.present ? definition.present(payload, queue) : payload;
  const json = presented && JSON.stringify({ type: event.type, ...presented, id: event.id });
  if (event.forms.size < MAX_FORMS) event.forms.set(form, json);
  return json;
}
