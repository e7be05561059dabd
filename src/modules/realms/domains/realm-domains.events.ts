// Changes of the allowed email domains of a realm.
import { defineEvent } from '#platform/event-log/event-definition.js';
import type { EventBody } from '#platform/http/contract.js';

export const realmDomainsEvent = defineEvent<
  EventBody<'RealmDomainsAddEvent' | 'RealmDomainsChangeEvent' | 'RealmDomainsRemoveEvent'>
>({ type: 'realm_domains' });
