import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type FindOptionsWhere, In, type Repository } from 'typeorm';
import { Database } from '#platform/database/database.js';
import { AttachmentEntity } from './attachment.entity.js';
import { MessageAttachmentEntity } from './message-attachment.entity.js';

export type NewAttachment = Omit<AttachmentEntity, 'id'>;

/** An uploaded file with the ids of the messages that refer to it, ascending. */
export interface ReferencedAttachment {
  id: number;
  ownerId: number;
  pathId: string;
  fileName: string;
  size: number;
  createdAt: Date;
  messageIds: number[];
}

/** A channel with messages that refer to a file; null for all direct messages. */
export interface ReferringChannel {
  attachmentId: number;
  streamId: number | null;
  /** Whether the user received one of these messages. */
  isReceived: boolean;
}

const REFERENCED = `
  SELECT a.id, a.owner_id AS "ownerId", a.path_id AS "pathId", a.file_name AS "fileName", a.size,
    a.created_at AS "createdAt", ARRAY(
      SELECT message_id FROM message_attachments WHERE attachment_id = a.id ORDER BY message_id
    ) AS "messageIds"
  FROM attachments a`;

@Injectable()
export class AttachmentsRepository {
  constructor(
    @InjectRepository(AttachmentEntity)
    private readonly attachments: Repository<AttachmentEntity>,
    @InjectRepository(MessageAttachmentEntity)
    private readonly messageAttachments: Repository<MessageAttachmentEntity>,
    private readonly database: Database,
  ) {}

  /** Returns the id. */
  async insert(input: NewAttachment): Promise<number> {
    const row = this.attachments.create(input);
    await this.attachments.insert(row);
    return row.id;
  }

  findById(id: number): Promise<AttachmentEntity | null> {
    return this.attachments.findOneBy({ id });
  }

  findByPath(realmId: number, pathId: string): Promise<AttachmentEntity | null> {
    return this.attachments.findOneBy({ realmId, pathId });
  }

  findByPaths(realmId: number, pathIds: string[]): Promise<AttachmentEntity[]> {
    return this.attachments.findBy({ realmId, pathId: In(pathIds) });
  }

  async findOfMessage(messageId: number): Promise<AttachmentEntity[]> {
    const ids = await this.findByMessages([messageId]);
    return ids.length === 0 ? [] : this.attachments.findBy({ id: In(ids) });
  }

  /** Returns the ids of the files. */
  async findByMessages(messageIds: number[]): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `SELECT DISTINCT attachment_id AS id FROM message_attachments
       WHERE message_id = ANY($1::bigint[])`,
      [messageIds],
      { prepare: true },
    );
    return rows.map(({ id }) => id);
  }

  /** The files of a user, oldest first. */
  findOwned(realmId: number, ownerId: number): Promise<ReferencedAttachment[]> {
    return this.database.query(`${REFERENCED} WHERE realm_id = $1 AND owner_id = $2 ORDER BY id`, [
      realmId,
      ownerId,
    ]);
  }

  findReferenced(ids: number[]): Promise<ReferencedAttachment[]> {
    return this.database.query(`${REFERENCED} WHERE id = ANY($1::integer[]) ORDER BY id`, [ids]);
  }

  /**
   * Locks files until the end of the transaction and returns their ids. Each change of the messages of
   * a file locks it first, so that its events have the lists in the order of the changes.
   */
  lockByIds(ids: number[]): Promise<number[]> {
    return this.lock({ id: In(ids) });
  }

  lockByPaths(realmId: number, pathIds: string[]): Promise<number[]> {
    return this.lock({ realmId, pathId: In(pathIds) });
  }

  /** The file of a user, locked until the end of the transaction. */
  lockOwned(realmId: number, ownerId: number, id: number): Promise<AttachmentEntity | null> {
    return this.attachments.findOne({
      where: { realmId, ownerId, id },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** Files to which no message has referred since `date`; locked until the end of the transaction. */
  async lockUnclaimed(date: Date, limit: number): Promise<AttachmentEntity[]> {
    return this.attachments
      .createQueryBuilder('a')
      .where('a.unclaimedSince < :date', { date })
      .orderBy('a.unclaimedSince')
      .limit(limit)
      .setLock('pessimistic_write')
      .setOnLocked('skip_locked')
      .getMany();
  }

  /** Deletes a file without references. */
  async delete(id: number): Promise<void> {
    await this.attachments.delete({ id });
  }

  /** Returns the ids of the messages that referred to the file. */
  async removeAllReferences(id: number): Promise<number[]> {
    await this.database.query(
      `DELETE FROM scheduled_message_attachments WHERE attachment_id = $1`,
      [id],
    );
    const rows = await this.database.query<{ id: number }>(
      `DELETE FROM message_attachments WHERE attachment_id = $1 RETURNING message_id AS id`,
      [id],
    );
    return rows.map((row) => row.id);
  }

  async addReferences(references: MessageAttachmentEntity[]): Promise<void> {
    if (references.length === 0) return;
    await this.messageAttachments
      .createQueryBuilder()
      .insert()
      .values(references)
      .orIgnore()
      .execute();
    await this.attachments.update(
      { id: In(references.map(({ attachmentId }) => attachmentId)) },
      { unclaimedSince: null },
    );
  }

  /** `ids` are the files of the references. */
  async removeReferences(messageIds: number[], ids: number[], now: Date): Promise<void> {
    await this.messageAttachments.delete({ messageId: In(messageIds), attachmentId: In(ids) });
    await this.updateClaims(ids, now);
  }

  /** Returns those of the scheduled messages that refer to files. */
  async filterScheduledWithFiles(scheduledMessageIds: number[]): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `SELECT DISTINCT scheduled_message_id AS id FROM scheduled_message_attachments
       WHERE scheduled_message_id = ANY($1::integer[])`,
      [scheduledMessageIds],
      { prepare: true },
    );
    return rows.map(({ id }) => id);
  }

  /** Returns the ids of the files to which a scheduled message refers. */
  async findByScheduled(scheduledMessageId: number): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `SELECT attachment_id AS id FROM scheduled_message_attachments
       WHERE scheduled_message_id = $1`,
      [scheduledMessageId],
      { prepare: true },
    );
    return rows.map(({ id }) => id);
  }

  /** Replaces the references of a scheduled message. All files of the old and new references are `ids`. */
  async replaceScheduled(
    scheduledMessageId: number,
    { ids, claimed }: { ids: number[]; claimed: number[] },
    now: Date,
  ): Promise<void> {
    await this.database.query(
      `DELETE FROM scheduled_message_attachments WHERE scheduled_message_id = $1`,
      [scheduledMessageId],
    );
    await this.database.query(
      `INSERT INTO scheduled_message_attachments (scheduled_message_id, attachment_id)
       SELECT $1, unnest($2::integer[])`,
      [scheduledMessageId, claimed],
    );
    await this.updateClaims(ids, now);
  }

  /** Sets since when the files have no references. */
  private async updateClaims(ids: number[], now: Date): Promise<void> {
    await this.database.query(
      `UPDATE attachments a
       SET unclaimed_since = CASE WHEN claimed.by_any THEN NULL ELSE $2::timestamptz END
       FROM attachments own, LATERAL (
         SELECT EXISTS (SELECT FROM message_attachments WHERE attachment_id = own.id)
           OR EXISTS (SELECT FROM scheduled_message_attachments WHERE attachment_id = own.id)
           AS by_any
       ) claimed
       WHERE own.id = ANY($1::integer[]) AND a.id = own.id
         AND (a.unclaimed_since IS NULL) <> claimed.by_any`,
      [ids, now],
    );
  }

  /** The channels and direct messages that refer to each of the files. */
  findReferringChannels(userId: number, ids: number[]): Promise<ReferringChannel[]> {
    return this.database.query(
      `SELECT ma.attachment_id AS "attachmentId", r.stream_id AS "streamId",
         bool_or(EXISTS (
           SELECT FROM user_messages um WHERE um.user_id = $1 AND um.message_id = ma.message_id
         )) AS "isReceived"
       FROM message_attachments ma
       JOIN messages m ON m.id = ma.message_id
       JOIN recipients r ON r.id = m.recipient_id
       WHERE ma.attachment_id = ANY($2::integer[])
       GROUP BY ma.attachment_id, r.stream_id`,
      [userId, ids],
    );
  }

  async isInWebPublicChannel(id: number): Promise<boolean> {
    const rows = await this.database.query(
      `SELECT FROM message_attachments ma
       JOIN messages m ON m.id = ma.message_id
       JOIN recipients r ON r.id = m.recipient_id
       JOIN streams s ON s.id = r.stream_id
       WHERE ma.attachment_id = $1 AND s.is_web_public LIMIT 1`,
      [id],
    );
    return rows.length > 0;
  }

  private async lock(where: FindOptionsWhere<AttachmentEntity>): Promise<number[]> {
    const rows = await this.attachments.find({
      select: { id: true },
      where,
      order: { id: 'ASC' },
      lock: { mode: 'for_no_key_update' },
    });
    return rows.map(({ id }) => id);
  }
}
