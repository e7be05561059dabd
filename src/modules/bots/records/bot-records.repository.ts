import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { QueryDeepPartialEntity, Repository } from 'typeorm';
import { Database } from '#platform/database/database.js';
import type { BotType } from '#platform/http/actor.js';
import { BotEntity } from './bot.entity.js';

/** Undefined properties stay as they are. */
export type BotSettings = {
  [Name in Exclude<keyof BotEntity, 'userId' | 'newestTriggerId'>]?: BotEntity[Name] | undefined;
};

/** A bot with the names of its default streams. */
export interface BotRecord extends Omit<
  BotEntity,
  'defaultSendingStreamId' | 'defaultEventsRegisterStreamId'
> {
  botType: BotType;
  botOwnerId: number | null;
  defaultSendingStream: string | null;
  defaultEventsRegisterStream: string | null;
}

const RECORDS = `SELECT u.id AS "userId", u.bot_type AS "botType", u.bot_owner_id AS "botOwnerId",
    sending.name AS "defaultSendingStream", events.name AS "defaultEventsRegisterStream",
    coalesce(b.default_all_public_streams, false) AS "defaultAllPublicStreams",
    b.payload_url AS "payloadUrl", b.interface, b.token_sealed AS "tokenSealed",
    b.newest_trigger_id AS "newestTriggerId",
    b.service_name AS "serviceName", b.config_data AS "configData"
  FROM users u
  LEFT JOIN bots b ON b.user_id = u.id
  LEFT JOIN streams sending ON sending.id = b.default_sending_stream_id
  LEFT JOIN streams events ON events.id = b.default_events_register_stream_id
  WHERE u.realm_id = $1 AND u.bot_type IS NOT NULL AND NOT u.is_system_bot`;

@Injectable()
export class BotRecordsRepository {
  constructor(
    @InjectRepository(BotEntity) private readonly bots: Repository<BotEntity>,
    private readonly database: Database,
  ) {}

  /** By id. */
  findAll(realmId: number): Promise<BotRecord[]> {
    return this.database.query(`${RECORDS} ORDER BY u.id`, [realmId], { prepare: true });
  }

  /** By id. */
  findOwnedBy(realmId: number, ownerId: number): Promise<BotRecord[]> {
    const statement = `${RECORDS} AND u.bot_owner_id = $2 ORDER BY u.id`;
    return this.database.query(statement, [realmId, ownerId], { prepare: true });
  }

  async find(realmId: number, id: number): Promise<BotRecord | undefined> {
    const statement = `${RECORDS} AND u.id = $2`;
    const [bot] = await this.database.query<BotRecord>(statement, [realmId, id]);
    return bot;
  }

  /** Stores the message unless a newer one is stored: jobs run in any order. */
  async recordTrigger(userId: number, messageId: number): Promise<void> {
    await this.database.query(
      `UPDATE bots SET newest_trigger_id = $2
       WHERE user_id = $1 AND (newest_trigger_id IS NULL OR newest_trigger_id < $2)`,
      [userId, messageId],
      { prepare: true },
    );
  }

  async save(userId: number, settings: BotSettings): Promise<void> {
    const hasValues = Object.values(settings).some((value) => value !== undefined);
    if (!hasValues) return;
    const bot = { userId, ...settings } as QueryDeepPartialEntity<BotEntity>;
    await this.bots.upsert(bot, ['userId']);
  }
}
