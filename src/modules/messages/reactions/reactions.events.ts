import type { Emoji } from '#modules/realms/emoji';
import { defineEvent } from '#platform/event-log/event-definition.js';

export interface ReactionChanged extends Emoji {
  op: 'add' | 'remove';
  message_id: number;
  /** Who reacted. */
  user_id: number;
}

export const reactionEvent = defineEvent<ReactionChanged>({ type: 'reaction' });
