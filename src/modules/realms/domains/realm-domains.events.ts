// Changes of the allowed email domains of a realm.
import { defineEvent } from '#platform/event-log/event-definition.js';
import type { Schema } from '#platform/http/contract.js';

export type RealmDomainsChange =
  | { op: 'add' | 'change'; realm_domain: Schema<'RealmDomain'> }
  | { op: 'remove'; domain: string };

export const realmDomainsEvent = defineEvent<RealmDomainsChange>({ type: 'realm_domains' });
