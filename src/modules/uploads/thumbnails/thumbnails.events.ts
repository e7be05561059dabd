import { defineEvent } from '#platform/event-log/event-definition.js';

/** A file was deleted before all messages showed its image in the final state. For no client. */
export const imageRemovedEvent = defineEvent<{ messageIds: number[] }>({
  type: 'parley:image_removed',
});
