// Events of the realm and of the server.
import { defineEvent } from '#platform/event-log/event-definition.js';

/** Changed settings by name, without the prefix `realm_`. */
interface RealmSettingsChanged {
  op: 'update_dict';
  property: 'default';
  data: Record<string, unknown>;
}

/** A property without a place in `update_dict`, or a deprecated name. */
interface RealmSettingChanged {
  op: 'update';
  property: string;
  value: unknown;
}

interface RealmDeactivated {
  op: 'deactivated';
  realm_id: number;
}

/** Also invalidates the caches of realms and their settings. */
export const realmEvent = defineEvent<
  RealmSettingsChanged | RealmSettingChanged | RealmDeactivated
>({ type: 'realm' });

/** Internal: invalidates the caches of realms after a reactivation. */
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

/** A new server generation, published in every realm. */
export const restartEvent = defineEvent<ServerRestarted>({ type: 'restart' });
