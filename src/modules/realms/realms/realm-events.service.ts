// Events of changes of a realm. They are derived from the differences of the register snapshot, so that
// they include all properties that depend on a changed setting.
import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { Config } from '#config/config.js';
import { GroupMembership } from '#modules/groups/groups';
import { Descriptions } from '#modules/markdown/markdown';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import type { EventBody } from '#platform/http/contract.js';
import { realmSettings } from './realm-settings.js';
import { realmEvent, realmReactivatedEvent } from './realms.events.js';
import type { Realm } from './realms.repository.js';
import { registeredRealm, type RealmPictureKind } from './realms.view.js';

/** Properties without a place in `update_dict`, which have events of their own. */
const PUBLISHED_SEPARATELY = new Set([
  'avatar_changes_disabled',
  'message_retention_days',
  // Deprecated names of properties in `update_dict`.
  'allow_edit_history',
  'create_private_stream_policy',
  'create_public_stream_policy',
  'create_web_public_stream_policy',
  'email_auth_enabled',
  'password_auth_enabled',
  'wildcard_mention_policy',
]);

type SeparateChange = Pick<EventBody<'RealmUpdateEvent'>, 'property' | 'value'>;

@Injectable()
export class RealmEvents {
  constructor(
    private readonly groupMembership: GroupMembership,
    private readonly descriptions: Descriptions,
    private readonly eventLog: EventLog,
    private readonly config: Config,
  ) {}

  async publishChange(before: Realm, after: Realm): Promise<void> {
    const [old, current] = [await this.toRegistered(before), await this.toRegistered(after)];
    const data: Record<string, unknown> = {};
    const separate: SeparateChange[] = [];
    for (const [key, value] of Object.entries(current)) {
      if (isDeepStrictEqual(value, old[key])) continue;
      const name = key.replace(/^realm_/, '');
      if (PUBLISHED_SEPARATELY.has(name))
        separate.push({ property: name, value } as SeparateChange);
      else data[name] = value;
    }
    if ('description' in data) {
      data['rendered_description'] = await this.descriptions.render(after.id, after.description);
    }
    const audience = Audience.realm();
    if (Object.keys(data).length > 0) {
      const change = { op: 'update_dict', property: 'default', data } as const;
      this.eventLog.append(realmEvent(after.id, change, audience));
    }
    for (const change of separate) {
      this.eventLog.append(realmEvent(after.id, { op: 'update', ...change }, audience));
    }
  }

  async publishPicture(realm: Realm, kind: RealmPictureKind): Promise<void> {
    const registered = await this.toRegistered(realm);
    const data = {
      [`${kind}_url`]: registered[`realm_${kind}_url`],
      [`${kind}_source`]: registered[`realm_${kind}_source`],
    };
    const change = { op: 'update_dict', property: kind, data } as const;
    this.eventLog.append(realmEvent(realm.id, change, Audience.realm()));
  }

  publishDeactivation(realmId: number): void {
    const change = { op: 'deactivated', realm_id: realmId } as const;
    this.eventLog.append(realmEvent(realmId, change, Audience.realm()));
  }

  publishReactivation(realmId: number): void {
    this.eventLog.append(realmReactivatedEvent(realmId, { realmId }, Audience.internal()));
  }

  private async toRegistered(realm: Realm): Promise<Record<string, unknown>> {
    const ids = await this.groupMembership.systemGroupIds(realm.id);
    const settings = realmSettings(realm.settings, ids);
    return registeredRealm(this.config, realm, settings, ids);
  }
}
