import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Database } from '#platform/database/database.js';
import { selectList } from '#platform/database/select-list.js';
import { Role } from '#platform/http/actor.js';
import { StreamEntity } from './stream.entity.js';

/** A stream with the recipient of its messages. */
export interface Stream extends StreamEntity {
  recipientId: number;
}

/** A stream with the subscription state of one user. */
export interface StreamForViewer extends Stream {
  isSubscribed: boolean;
  /** For a bot: whether its owner is subscribed. */
  ownerIsSubscribed: boolean;
}

export type NewStream = Pick<
  StreamEntity,
  | 'name'
  | 'description'
  | 'renderedDescription'
  | 'inviteOnly'
  | 'isWebPublic'
  | 'historyPublicToSubscribers'
  | 'messageRetentionDays'
  | 'topicsPolicy'
  | 'isDefault'
  | 'folderId'
  | 'permissions'
>;

/** `position` is the 1-based index of the requested name. */
export interface NamedStream extends StreamForViewer {
  position: number;
}

/** Columns of a Stream, of the tables `streams s` and `recipients r`. */
export const STREAM_COLUMNS = `${selectList(StreamEntity, 's')}, r.id AS "recipientId"`;

const VIEWER_COLUMNS = `coalesce(own.is_active, false) AS "isSubscribed",
  coalesce(owners.is_active, false) AS "ownerIsSubscribed"`;

const TABLES = `streams s
  JOIN recipients r ON r.stream_id = s.id
  LEFT JOIN subscriptions own ON own.stream_id = s.id AND own.user_id = $2
  LEFT JOIN subscriptions owners ON owners.stream_id = s.id
    AND owners.user_id = (SELECT bot_owner_id FROM users WHERE id = $2)`;

const FOR_VIEWER = `SELECT ${STREAM_COLUMNS}, ${VIEWER_COLUMNS} FROM ${TABLES} WHERE s.realm_id = $1`;

const PLAIN = `SELECT ${STREAM_COLUMNS} FROM streams s JOIN recipients r ON r.stream_id = s.id`;

@Injectable()
export class StreamsRepository {
  constructor(
    @InjectRepository(StreamEntity) private readonly streams: Repository<StreamEntity>,
    private readonly database: Database,
  ) {}

  findAll(realmId: number, viewerId: number): Promise<StreamForViewer[]> {
    return this.database.query(`${FOR_VIEWER} ORDER BY s.id`, [realmId, viewerId], {
      prepare: true,
    });
  }

  /** Returns all streams by ascending id, without the fields of a viewer. */
  findOfRealm(realmId: number): Promise<Stream[]> {
    return this.database.query(`${PLAIN} WHERE s.realm_id = $1 ORDER BY s.id`, [realmId], {
      prepare: true,
    });
  }

  /** Returns the ids of the subscribed streams of the user and, for a bot, of its owner. */
  async findSubscribedIds(viewerId: number): Promise<{ own: Set<number>; owners: Set<number> }> {
    const rows = await this.database.query<{ streamId: number; isOwn: boolean }>(
      `SELECT s.stream_id AS "streamId", s.user_id = $1 AS "isOwn"
       FROM users u JOIN subscriptions s ON s.user_id = ANY(ARRAY[u.id, u.bot_owner_id])
       WHERE u.id = $1 AND s.is_active`,
      [viewerId],
      { prepare: true },
    );
    const idsWhere = (value: boolean): Set<number> =>
      new Set(rows.filter(({ isOwn }) => isOwn === value).map(({ streamId }) => streamId));
    return { own: idsWhere(true), owners: idsWhere(false) };
  }

  findByIds(realmId: number, viewerId: number, ids: number[]): Promise<StreamForViewer[]> {
    return this.database.query(
      `${FOR_VIEWER} AND s.id = ANY($3::bigint[]) ORDER BY s.id`,
      [realmId, viewerId, ids],
      { prepare: true },
    );
  }

  async findById(
    realmId: number,
    viewerId: number,
    id: number,
  ): Promise<StreamForViewer | undefined> {
    const [row] = await this.database.query<StreamForViewer>(
      `${FOR_VIEWER} AND s.id = $3::bigint`,
      [realmId, viewerId, id],
      { prepare: true },
    );
    return row;
  }

  async findByName(
    realmId: number,
    viewerId: number,
    name: string,
  ): Promise<StreamForViewer | undefined> {
    const [row] = await this.database.query<StreamForViewer>(
      `${FOR_VIEWER} AND lower(s.name) = lower($3)`,
      [realmId, viewerId, name],
      { prepare: true },
    );
    return row;
  }

  /** Compares names ignoring case, exactly as the unique index does. */
  findByNames(realmId: number, viewerId: number, names: string[]): Promise<NamedStream[]> {
    return this.database.query(
      `SELECT ${STREAM_COLUMNS}, ${VIEWER_COLUMNS}, requested.position::integer
       FROM unnest($3::text[]) WITH ORDINALITY AS requested (name, position), ${TABLES}
       WHERE s.realm_id = $1 AND lower(s.name) = lower(requested.name)`,
      [realmId, viewerId, names],
      { prepare: true },
    );
  }

  findWebPublic(realmId: number): Promise<Stream[]> {
    return this.database.query(`${PLAIN} WHERE s.realm_id = $1 AND s.is_web_public`, [realmId], {
      prepare: true,
    });
  }

  /** Returns the streams whose content the user can access by a group setting only. */
  findClosed(
    realmId: number,
    viewerId: number,
  ): Promise<Pick<Stream, 'recipientId' | 'permissions'>[]> {
    return this.database.query(
      `SELECT r.id AS "recipientId", s.permissions
       FROM streams s
       JOIN recipients r ON r.stream_id = s.id
       JOIN users u ON u.id = $2
       WHERE s.realm_id = $1 AND NOT s.is_web_public AND (s.invite_only OR u.role = ${Role.Guest})
         AND NOT EXISTS (
           SELECT 1 FROM subscriptions own
           WHERE own.stream_id = s.id AND own.user_id = $2 AND own.is_active
         )`,
      [realmId, viewerId],
      { prepare: true },
    );
  }

  /** Returns the stream without the fields of a viewer. */
  async find(realmId: number, id: number): Promise<Stream | undefined> {
    const [stream] = await this.database.query<Stream>(
      `${PLAIN} WHERE s.realm_id = $1 AND s.id = $2`,
      [realmId, id],
    );
    return stream;
  }

  /**
   * Returns the changed streams, and whether the message precedes the former first one: a concurrent
   * message with a larger id may have committed earlier.
   */
  markUsed(
    streamIds: number[],
    messageIds: number[],
  ): Promise<{ id: number; messageId: number; precedesFirst: boolean }[]> {
    return this.database.query(
      `WITH former AS MATERIALIZED (
         SELECT s.id, s.first_message_id, sent.message_id
         FROM streams s JOIN unnest($1::integer[], $2::bigint[]) AS sent (stream_id, message_id)
           ON s.id = sent.stream_id
         WHERE coalesce(s.first_message_id > sent.message_id, true) OR NOT s.is_recently_active
         ORDER BY s.id FOR NO KEY UPDATE OF s
       )
       UPDATE streams
       SET first_message_id = least(former.first_message_id, former.message_id),
         is_recently_active = true
       FROM former
       WHERE streams.id = former.id
       RETURNING streams.id, message_id AS "messageId",
         coalesce(former.first_message_id > message_id, false) AS "precedesFirst"`,
      [streamIds, messageIds],
    );
  }

  /** Locks the streams by ascending id. */
  lock(realmId: number, ids: number[]): Promise<Stream[]> {
    return this.database.query(
      `${PLAIN} WHERE s.realm_id = $1 AND s.id = ANY($2::integer[])
       ORDER BY s.id FOR NO KEY UPDATE OF s`,
      [realmId, ids],
    );
  }

  /** Locks the default streams. */
  lockDefaults(realmId: number): Promise<Stream[]> {
    return this.database.query(
      `${PLAIN} WHERE s.realm_id = $1 AND s.is_default AND NOT s.is_archived
       ORDER BY s.id FOR NO KEY UPDATE OF s`,
      [realmId],
    );
  }

  async defaultIds(realmId: number): Promise<number[]> {
    const streams = await this.streams.find({
      select: { id: true },
      where: { realmId, isDefault: true, isArchived: false },
      order: { id: 'ASC' },
    });
    return streams.map(({ id }) => id);
  }

  /**
   * Inserts the streams whose names are not taken, with their recipients. Ids follow the order of `streams`;
   * rows are inserted in order of name, which prevents deadlocks with concurrent requests.
   */
  async insert(
    realmId: number,
    creatorId: number | null,
    now: Date,
    streams: NewStream[],
  ): Promise<Stream[]> {
    return this.database.query(
      `WITH input AS (
         SELECT *, nextval(pg_get_serial_sequence('streams', 'id'))::integer AS id
         FROM json_to_recordset($4::json) AS i (
           "name" text, "description" text, "renderedDescription" text, "inviteOnly" boolean,
           "isWebPublic" boolean, "historyPublicToSubscribers" boolean,
           "messageRetentionDays" integer, "topicsPolicy" text, "isDefault" boolean,
           "folderId" integer, "permissions" jsonb)
       ), inserted AS (
         INSERT INTO streams (id, realm_id, creator_id, date_created, name, description,
           rendered_description, invite_only, is_web_public, history_public_to_subscribers,
           message_retention_days, topics_policy, is_default, folder_id, permissions)
         SELECT id, $1, $2, $3, "name", "description", "renderedDescription", "inviteOnly",
           "isWebPublic", "historyPublicToSubscribers", "messageRetentionDays", "topicsPolicy",
           "isDefault", "folderId", "permissions"
         FROM input
         ORDER BY lower("name")
         ON CONFLICT (realm_id, lower(name)) DO NOTHING
         RETURNING *
       ), created_recipients AS (
         INSERT INTO recipients (realm_id, stream_id) SELECT realm_id, id FROM inserted
         RETURNING id, stream_id
       )
       SELECT ${selectList(StreamEntity, 'inserted')}, created_recipients.id AS "recipientId"
       FROM inserted JOIN created_recipients ON created_recipients.stream_id = inserted.id
       ORDER BY inserted.id`,
      [realmId, creatorId, now, JSON.stringify(streams)],
    );
  }
}
