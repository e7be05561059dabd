import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Database } from '#platform/database/database.js';
import { BotEntity } from './bot.entity.js';

/** A bot with the names of its default streams. */
export interface BotRow extends Omit<
  BotEntity,
  'defaultSendingStreamId' | 'defaultEventsRegisterStreamId'
> {
  botType: number;
  botOwnerId: number | null;
  defaultSendingStream: string | null;
  defaultEventsRegisterStream: string | null;
}

/** Settings that are undefined stay as they are. */
export type BotSettings = Partial<Omit<BotEntity, 'userId'>>;

const BOTS = `SELECT u.id AS "userId", u.bot_type AS "botType", u.bot_owner_id AS "botOwnerId",
    sending.name AS "defaultSendingStream", events.name AS "defaultEventsRegisterStream",
    coalesce(b.default_all_public_streams, false) AS "defaultAllPublicStreams",
    b.payload_url AS "payloadUrl", b.interface, b.token_sealed AS "tokenSealed",
    b.service_name AS "serviceName", b.config_data AS "configData"
  FROM users u
  LEFT JOIN bots b ON b.user_id = u.id
  LEFT JOIN streams sending ON sending.id = b.default_sending_stream_id
  LEFT JOIN streams events ON events.id = b.default_events_register_stream_id
  WHERE u.realm_id = $1 AND u.bot_type IS NOT NULL AND NOT u.is_system_bot`;

@Injectable()
export class BotsRepository {
  constructor(
    @InjectRepository(BotEntity) private readonly bots: Repository<BotEntity>,
    private readonly database: Database,
  ) {}

  /** By id. */
  findAll(realmId: number): Promise<BotRow[]> {
    return this.database.query(`${BOTS} ORDER BY u.id`, [realmId], { prepare: true });
  }

  /** By id. */
  findOwnedBy(realmId: number, ownerId: number): Promise<BotRow[]> {
    return this.database.query(
      `${BOTS} AND u.bot_owner_id = $2 ORDER BY u.id`,
      [realmId, ownerId],
      { prepare: true },
    );
  }

  async find(realmId: number, id: number): Promise<BotRow | undefined> {
    const [bot] = await this.database.query<BotRow>(`${BOTS} AND u.id = $2`, [realmId, id]);
    return bot;
  }

  async save(userId: number, settings: BotSettings): Promise<void> {
    if (Object.values(settings).every((value) => value === undefined)) return;
    await this.bots.upsert({ userId, ...settings }, ['userId']);
  }
}
