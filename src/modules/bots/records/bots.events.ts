// Events for the managers of bots. The public data of a bot is published as `realm_user`.
import { defineEvent } from '#platform/event-log/event-definition.js';

type BotChange =
  | { op: 'add'; bot: Record<string, unknown> }
  | { op: 'update'; bot: Record<string, unknown> }
  | { op: 'delete'; bot: { user_id: number } };

export const realmBotEvent = defineEvent<BotChange>({ type: 'realm_bot' });
