// PATCH /realm. Administrators change most settings; those about membership and permissions are reserved
// for owners. The realm is locked before the checks.
import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { Config } from '#config/config.js';
import {
  checkExpectation,
  GroupSettingsAccess,
  type GroupSettingUpdate,
  type GroupSettingValue,
  isSameGroupSetting,
  REALM_PERMISSIONS,
  type RealmPermission,
} from '#modules/groups/groups';
import { OWNER_SETTINGS, RealmChanges, type RealmSettings } from '#modules/realms/realms';
import { StreamsAccess } from '#modules/streams/streams';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import { type Actor, Role } from '#platform/http/actor.js';
import { RealmConsequences } from './realm-consequences.service.js';
import { checkSettings } from './realm-rules.js';

const NAME_MAX_LENGTH = 40;
const DESCRIPTION_MAX_LENGTH = 1000;

export interface RealmUpdate {
  name: string | undefined;
  description: string | undefined;
  settings: Partial<RealmSettings>;
  permissions: Partial<Record<RealmPermission, GroupSettingUpdate>>;
}

@Injectable()
export class UpdateRealmService {
  constructor(
    private readonly realmChanges: RealmChanges,
    private readonly groupSettingsAccess: GroupSettingsAccess,
    private readonly streamsAccess: StreamsAccess,
    private readonly realmConsequences: RealmConsequences,
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  async update(actor: Actor, update: RealmUpdate): Promise<void> {
    const { realmId } = actor;
    checkRights(actor, [...Object.keys(update.settings), ...Object.keys(update.permissions)]);
    const name = checkedText('name', update.name?.trim(), NAME_MAX_LENGTH);
    if (name === '') throw ApiError.badRequest('name must not be blank');
    const description = checkedText('description', update.description, DESCRIPTION_MAX_LENGTH);
    await this.database.transaction(async () => {
      const existing = await this.realmChanges.lock(realmId);
      const settings = changedSettings(existing, update.settings);
      checkSettings(settings, this.config);
      await this.checkStreams(actor, settings);
      const permissions = await this.changedPermissions(realmId, existing, update.permissions);
      await this.realmChanges.apply(realmId, {
        name,
        description,
        settings: { ...settings, ...permissions },
      });
      await this.realmConsequences.apply(realmId, existing, {
        ...existing,
        ...settings,
        ...permissions,
      });
    });
  }

  /** Streams for announcements must be accessible to the actor. */
  private async checkStreams(actor: Actor, settings: Partial<RealmSettings>): Promise<void> {
    for (const name of STREAM_SETTINGS) {
      const id = settings[name];
      if (id === undefined || id === NO_CHANNEL) continue;
      const accessed = await this.streamsAccess.findById(actor, id);
      if (!accessed || accessed.stream.isArchived) {
        throw ApiError.badRequest(`${name}: Invalid channel ID`);
      }
    }
  }

  /** Returns the changed group settings in canonical form. */
  private async changedPermissions(
    realmId: number,
    existing: RealmSettings,
    updates: RealmUpdate['permissions'],
  ): Promise<Partial<Record<RealmPermission, GroupSettingValue>>> {
    const changed: Partial<Record<RealmPermission, GroupSettingValue>> = {};
    for (const [key, update] of Object.entries(updates)) {
      const name = key as RealmPermission;
      checkExpectation(name, update, existing[name]);
      if (!isSameGroupSetting(update.new, existing[name])) changed[name] = update.new;
    }
    const holders: Record<RealmPermission, GroupSettingValue> = existing;
    return this.groupSettingsAccess.checked(realmId, REALM_PERMISSIONS, changed, holders);
  }
}

const NO_CHANNEL = -1;
const STREAM_SETTINGS = [
  'new_stream_announcements_stream_id',
  'signup_announcements_stream_id',
  'zulip_update_announcements_stream_id',
  'moderation_request_channel_id',
] as const;

function checkRights(actor: Actor, names: string[]): void {
  if (actor.role === Role.Owner) return;
  const reserved = names.find((name) => OWNER_SETTINGS.includes(name));
  if (reserved !== undefined) throw ApiError.badRequest(`Only owners can change ${reserved}`);
}

function checkedText(name: string, text: string | undefined, max: number): string | undefined {
  if (text !== undefined && [...text].length > max) {
    throw ApiError.badRequest(`${name} is too long (limit: ${max} characters)`);
  }
  return text;
}

/** Absent login methods are left unchanged. */
function changedSettings(
  existing: RealmSettings,
  input: Partial<RealmSettings>,
): Partial<RealmSettings> {
  const methods = input.authentication_methods;
  const merged = methods && {
    authentication_methods: { ...existing.authentication_methods, ...methods },
  };
  const changed = Object.entries({ ...input, ...merged }).filter(
    ([name, value]) => !isDeepStrictEqual(value, existing[name as keyof RealmSettings]),
  );
  return Object.fromEntries(changed) as Partial<RealmSettings>;
}
