import { defineEvent } from '#platform/event-log/event-definition.js';
import type { Schema } from '#platform/http/contract.js';

export type ReactionChanged = Schema<'Reaction'> & {
  op: 'add' | 'remove';
  message_id: number;
};

export const reactionEvent = defineEvent<ReactionChanged>({ type: 'reaction' });
