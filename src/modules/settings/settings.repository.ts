import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

export interface StoredUserSettings {
  settings: Record<string, unknown>;
  timezone: string;
}

@Injectable()
export class SettingsRepository {
  constructor(private readonly database: Database) {}

  /** What the user's settings differ in from the catalogue. Throws for an unknown user. */
  async ofUser(realmId: number, userId: number): Promise<StoredUserSettings> {
    const [row] = await this.database.query<StoredUserSettings>(
      `SELECT settings, timezone FROM users WHERE id = $2 AND realm_id = $1`,
      [realmId, userId],
      { prepare: true },
    );
    if (!row) throw new Error(`User ${userId} is not in realm ${realmId}`);
    return row;
  }

  /** What the realm's defaults for newcomers differ in from the catalogue. */
  async defaultsOfRealm(realmId: number): Promise<Record<string, unknown>> {
    const [row] = await this.database.query<{ settings: Record<string, unknown> }>(
      `SELECT coalesce(settings -> 'user_settings_defaults', '{}') AS settings
       FROM realms WHERE id = $1`,
      [realmId],
      { prepare: true },
    );
    return row?.settings ?? {};
  }
}
