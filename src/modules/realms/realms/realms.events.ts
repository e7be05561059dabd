// Events about the organization itself, and about the server.
import { defineEvent } from '#platform/event-log/event-definition.js';

/** Settings that changed, by name without `realm_`. */
interface RealmSettingsChanged {
  op: 'update_dict';
  property: 'default';
  data: Record<string, unknown>;
}

/** A setting that the list above does not know, or the old name of one that it does. */
interface RealmSettingChanged {
  op: 'update';
  property: string;
  value: unknown;
}

interface RealmDeactivated {
  op: 'deactivated';
  realm_id: number;
}

/** Also what outdates every cache of realms and their settings. */
export const realmEvent = defineEvent<
  RealmSettingsChanged | RealmSettingChanged | RealmDeactivated
>({ type: 'realm' });

/** Tells the caches of realms, and nobody else, that one is open again: nobody waits there. */
export const realmReactivatedEvent = defineEvent<{ realmId: number }>({
  type: 'parley:realm-reactivated',
});

interface ServerRestarted {
  zulip_version: string;
  zulip_merge_base: string;
  zulip_feature_level: number;
  /** UNIX seconds. */
  server_generation: number;
}

/** Of the server, told in every organization. */
export const restartEvent = defineEvent<ServerRestarted>({ type: 'restart' });
