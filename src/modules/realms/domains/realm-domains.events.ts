// Keeps the list of mail domains of every client current.
import { defineEvent } from '#platform/event-log/event-definition.js';
import type { RealmDomain } from './realm-domains.view.js';

export type RealmDomainsChange =
  | { op: 'add' | 'change'; realm_domain: RealmDomain }
  | { op: 'remove'; domain: string };

export const realmDomainsEvent = defineEvent<RealmDomainsChange>({ type: 'realm_domains' });
