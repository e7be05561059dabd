import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { BotRow } from './bots.view.js';

export interface StoredBot extends BotRow {
  token_sealed: Buffer | null;
}

/** What is undefined stays as it is. */
export interface BotSettings {
  defaultSendingStreamId?: number | null | undefined;
  defaultEventsRegisterStreamId?: number | null | undefined;
  defaultAllPublicStreams?: boolean | undefined;
  payloadUrl?: string | undefined;
  interface?: number | undefined;
  tokenSealed?: Buffer | undefined;
  serviceName?: string | undefined;
  configData?: Record<string, string> | undefined;
}

const BOTS = `SELECT u.id AS user_id, u.bot_type, u.bot_owner_id,
    sending.name AS default_sending_stream, events.name AS default_events_register_stream,
    coalesce(b.default_all_public_streams, false) AS default_all_public_streams,
    b.payload_url, b.interface, b.token_sealed, b.service_name, b.config_data
  FROM users u
  LEFT JOIN bots b ON b.user_id = u.id
  LEFT JOIN streams sending ON sending.id = b.default_sending_stream_id
  LEFT JOIN streams events ON events.id = b.default_events_register_stream_id
  WHERE u.realm_id = $1 AND u.bot_type IS NOT NULL AND NOT u.is_system_bot`;

@Injectable()
export class BotsRepository {
  constructor(private readonly database: Database) {}

  /** By id. */
  findAll(realmId: number): Promise<StoredBot[]> {
    return this.database.query(`${BOTS} ORDER BY u.id`, [realmId], { prepare: true });
  }

  /** By id. */
  findOwnedBy(realmId: number, ownerId: number): Promise<StoredBot[]> {
    return this.database.query(
      `${BOTS} AND u.bot_owner_id = $2 ORDER BY u.id`,
      [realmId, ownerId],
      {
        prepare: true,
      },
    );
  }

  async find(realmId: number, id: number): Promise<StoredBot | undefined> {
    const [bot] = await this.database.query<StoredBot>(`${BOTS} AND u.id = $2`, [realmId, id]);
    return bot;
  }

  async save(id: number, settings: BotSettings): Promise<void> {
    const columns = Object.entries({
      default_sending_stream_id: settings.defaultSendingStreamId,
      default_events_register_stream_id: settings.defaultEventsRegisterStreamId,
      default_all_public_streams: settings.defaultAllPublicStreams,
      payload_url: settings.payloadUrl,
      interface: settings.interface,
      token_sealed: settings.tokenSealed,
      service_name: settings.serviceName,
      config_data: settings.configData,
    }).filter(([, value]) => value !== undefined);
    if (columns.length === 0) return;
    const names = columns.map(([name]) => name);
    await this.database.query(
      `INSERT INTO bots (user_id, ${names.join()})
       VALUES ($1, ${names.map((_, index) => `$${index + 2}`).join()})
       ON CONFLICT (user_id)
       DO UPDATE SET ${names.map((name) => `${name} = EXCLUDED.${name}`).join()}`,
      [id, ...columns.map(([, value]) => value)],
    );
  }
}
