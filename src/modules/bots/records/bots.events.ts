// Events for the managers of bots. The public data of a bot is published as `realm_user`.
import { defineEvent } from '#platform/event-log/event-definition.js';
import type { EventBody } from '#platform/http/contract.js';

export const realmBotEvent = defineEvent<
  EventBody<'RealmBotAddEvent' | 'RealmBotUpdateEvent' | 'RealmBotDeleteEvent'>
>({
  type: 'realm_bot',
  changesRights: ({ op }) => op !== 'add',
});
