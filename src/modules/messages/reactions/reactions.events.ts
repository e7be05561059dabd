import { defineEvent } from '#platform/event-log/event-definition.js';
import type { EventBody } from '#platform/http/contract.js';

export const reactionEvent = defineEvent<EventBody<'ReactionAddEvent' | 'ReactionRemoveEvent'>>({
  type: 'reaction',
});
