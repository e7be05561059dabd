// Events about the organization itself.
import { defineEvent } from '#platform/event-log/event-definition.js';

/** Settings that changed, by name without `realm_`. */
export interface RealmSettingsChanged {
  op: 'update_dict';
  property: 'default';
  data: Record<string, unknown>;
}

/** Also what outdates every cache of realms and their settings. */
export const realmEvent = defineEvent<RealmSettingsChanged>({ type: 'realm' });
