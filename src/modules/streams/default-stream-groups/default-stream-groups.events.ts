import { defineEvent } from '#platform/event-log/event-definition.js';
import type { EventBody } from '#platform/http/contract.js';

/** The sets of streams for new users changed; contains all of them. */
export const defaultStreamGroupsEvent = defineEvent<EventBody<'DefaultStreamGroupsEvent'>>({
  type: 'default_stream_groups',
});
