import { defineEvent } from '#platform/event-log/event-definition.js';

/** A file was deleted before all messages showed its image in the final state. No client receives this event. */
export const imageRemovedEvent = defineEvent<{ messageIds: number[] }>({
  type: 'parley:image_removed',
});
