// Events for those who look after bots. What everybody sees of a bot comes as `realm_user`.
import { defineEvent } from '#platform/event-log/event-definition.js';

type BotChange =
  | { op: 'add'; bot: Record<string, unknown> }
  | { op: 'update'; bot: Record<string, unknown> }
  | { op: 'delete'; bot: { user_id: number } };

export const realmBotEvent = defineEvent<BotChange>({ type: 'realm_bot' });
