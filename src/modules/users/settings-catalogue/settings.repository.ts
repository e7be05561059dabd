import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { lockRow } from '#platform/database/lock-row.js';

/** As SettingsTargets in ChangeUserSettingsService. */
interface Targets {
  realmId: number;
  userIds: number[];
  skipEdited: boolean;
  markEdited: boolean;
}

export interface StoredUserSettings {
  settings: Record<string, unknown>;
  timezone: string;
}

@Injectable()
export class SettingsRepository {
  constructor(private readonly database: Database) {}

  /** The settings that differ from the defaults of the catalogue. Throws for an unknown user. */
  async findByUser(realmId: number, userId: number): Promise<StoredUserSettings> {
    const [row] = await this.database.query<StoredUserSettings>(
      `SELECT settings, timezone FROM users WHERE id = $2 AND realm_id = $1`,
      [realmId, userId],
      { prepare: true },
    );
    if (!row) throw new Error(`User ${userId} is not in realm ${realmId}`);
    return row;
  }

  /** The defaults of the realm that differ from those of the catalogue. */
  async findRealmDefaults(realmId: number): Promise<Record<string, unknown>> {
    const [row] = await this.database.query<{ settings: Record<string, unknown> }>(
      `SELECT coalesce(settings -> 'user_settings_defaults', '{}') AS settings
       FROM realms WHERE id = $1`,
      [realmId],
      { prepare: true },
    );
    return row?.settings ?? {};
  }

  /**
   * Changes settings. `initial` are the defaults of the catalogue. Returns the ids of the users whose
   * setting changed, keyed by the name of the setting.
   */
  async change(
    { realmId, userIds, skipEdited, markEdited }: Targets,
    values: Record<string, unknown>,
    initial: Record<string, unknown>,
  ): Promise<Map<string, number[]>> {
    const rows = await this.database.query<{ name: string; userIds: string }>(
      `WITH input AS (
         SELECT key AS name, value, $4::jsonb -> key AS initial FROM jsonb_each($3::jsonb)
       ),
       targets AS (
         SELECT id, settings, edited_settings FROM users
         WHERE id = ANY ($2) AND realm_id = $1 ORDER BY id FOR NO KEY UPDATE
       ),
       changed AS (
         SELECT t.id, g.name, g.value, g.value <> g.initial AS differs
         FROM targets t CROSS JOIN input g
         WHERE coalesce(t.settings -> g.name, g.initial) <> g.value
           AND NOT ($5 AND g.name = ANY (t.edited_settings))
       ),
       changes AS (
         SELECT id, array_agg(name) AS names,
           coalesce(jsonb_object_agg(name, value) FILTER (WHERE differs), '{}') AS stored,
           coalesce(array_agg(name) FILTER (WHERE NOT differs), '{}') AS dropped
         FROM changed GROUP BY id
       ),
       updated AS (
         UPDATE users u SET settings = (u.settings || c.stored) - c.dropped,
           edited_settings = CASE WHEN $6
             THEN ARRAY(SELECT DISTINCT unnest(u.edited_settings || c.names))
             ELSE u.edited_settings END
         FROM changes c WHERE u.id = c.id
       )
       SELECT name, string_agg(id::text, ',') AS "userIds" FROM changed GROUP BY name ORDER BY name`,
      [realmId, userIds, JSON.stringify(values), JSON.stringify(initial), skipEdited, markEdited],
      { prepare: true },
    );
    return new Map(
      rows.map(({ name, userIds: ids }) => [name, JSON.parse(`[${ids}]`) as number[]]),
    );
  }

  /** Returns the ids of the users whose time zone changed. */
  async changeTimezone(realmId: number, userIds: number[], timezone: string): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `UPDATE users SET timezone = $3
       WHERE id = ANY ($2) AND realm_id = $1 AND timezone <> $3 RETURNING id`,
      [realmId, userIds, timezone],
    );
    return rows.map(({ id }) => id);
  }

  /** The users who did not edit the setting. */
  async filterNotEdited(realmId: number, userIds: number[], name: string): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `SELECT id FROM users WHERE id = ANY ($2) AND realm_id = $1 AND $3 <> ALL (edited_settings)`,
      [realmId, userIds, name],
    );
    return rows.map(({ id }) => id);
  }

  async markEdited(realmId: number, userIds: number[], name: string): Promise<void> {
    await this.database.query(
      `UPDATE users SET edited_settings = array_append(edited_settings, $3)
       WHERE id = ANY ($2) AND realm_id = $1 AND $3 <> ALL (edited_settings)`,
      [realmId, userIds, name],
    );
  }

  /** The defaults for new users, which are locked until the current transaction ends. */
  async lockDefaults(realmId: number): Promise<Record<string, unknown>> {
    await lockRow(this.database, 'realms', realmId);
    return this.findRealmDefaults(realmId);
  }

  async changeDefaults(realmId: number, values: Record<string, unknown>): Promise<void> {
    await this.database.query(
      `UPDATE realms SET settings = settings || jsonb_build_object('user_settings_defaults',
         coalesce(settings -> 'user_settings_defaults', '{}') || $2::jsonb)
       WHERE id = $1`,
      [realmId, JSON.stringify(values)],
    );
  }
}
