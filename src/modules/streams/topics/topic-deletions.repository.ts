import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

export interface NewTopicDeletion {
  realmId: number;
  streamId: number;
  topic: string;
  upToMessageId: number;
  onlyReceivedBy: number | null;
  requestedBy: number;
}

/** A row, as far as it takes to go on with it. */
export interface TopicDeletion {
  id: number;
  realm_id: number;
  stream_id: number;
  topic: string;
  up_to_message_id: number;
  only_received_by: number | null;
}

@Injectable()
export class TopicDeletionsRepository {
  constructor(private readonly database: Database) {}

  /** Returns its id, or undefined while the same messages are being deleted. */
  async insert(deletion: NewTopicDeletion, now: Date): Promise<number | undefined> {
    const { realmId, streamId, topic, upToMessageId, onlyReceivedBy, requestedBy } = deletion;
    const [row] = await this.database.query<{ id: number }>(
      `INSERT INTO topic_deletions (realm_id, stream_id, topic, up_to_message_id, only_received_by,
         requested_by, requested_at, last_batch_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $7)
       ON CONFLICT (stream_id, upper(topic), coalesce(only_received_by, 0))
         WHERE finished_at IS NULL DO NOTHING
       RETURNING id`,
      [realmId, streamId, topic, upToMessageId, onlyReceivedBy, requestedBy, now],
    );
    return row?.id;
  }

  async findRunning({
    streamId,
    topic,
    onlyReceivedBy,
  }: Pick<NewTopicDeletion, 'streamId' | 'topic' | 'onlyReceivedBy'>): Promise<number | undefined> {
    const [row] = await this.database.query<{ id: number }>(
      `SELECT id FROM topic_deletions
       WHERE stream_id = $1 AND upper(topic) = upper($2)
         AND coalesce(only_received_by, 0) = coalesce($3::integer, 0) AND finished_at IS NULL`,
      [streamId, topic, onlyReceivedBy],
    );
    return row?.id;
  }

  async isFinished(id: number): Promise<boolean> {
    const [row] = await this.database.query<{ finished: boolean }>(
      `SELECT finished_at IS NOT NULL AS finished FROM topic_deletions WHERE id = $1`,
      [id],
      { prepare: true },
    );
    return row?.finished ?? true;
  }

  /** For the next batch: nobody else works on it until the transaction ends. */
  async lockRunning(id: number): Promise<TopicDeletion | undefined> {
    const [row] = await this.database.query<TopicDeletion>(
      `SELECT id, realm_id, stream_id, topic, up_to_message_id, only_received_by
       FROM topic_deletions WHERE id = $1 AND finished_at IS NULL FOR UPDATE`,
      [id],
      { prepare: true },
    );
    return row;
  }

  /** The next messages to delete, newest first. */
  async nextIds(deletion: TopicDeletion, recipientId: number, limit: number): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `SELECT m.id FROM messages m
       WHERE m.recipient_id = $1 AND upper(m.topic) = upper($2) AND m.id <= $3
         AND ($4::integer IS NULL OR EXISTS (
           SELECT 1 FROM user_messages um WHERE um.user_id = $4 AND um.message_id = m.id))
       ORDER BY m.id DESC LIMIT $5`,
      [recipientId, deletion.topic, deletion.up_to_message_id, deletion.only_received_by, limit],
      { prepare: true },
    );
    return rows.map(({ id }) => id);
  }

  async countCopies(messageId: number): Promise<number> {
    const [row] = await this.database.query<{ count: number }>(
      `SELECT count(*) AS count FROM user_messages WHERE message_id = $1`,
      [messageId],
      { prepare: true },
    );
    return row?.count ?? 0;
  }

  async advance(id: number, upToMessageId: number, now: Date): Promise<void> {
    await this.database.query(
      `UPDATE topic_deletions SET up_to_message_id = $2, last_batch_at = $3 WHERE id = $1`,
      [id, upToMessageId, now],
      { prepare: true },
    );
  }

  async finish(id: number, now: Date): Promise<void> {
    await this.database.query(`UPDATE topic_deletions SET finished_at = $2 WHERE id = $1`, [
      id,
      now,
    ]);
  }

  /** Those that have not gone on for so long. */
  async findStuck(now: Date, seconds: number): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `SELECT id FROM topic_deletions
       WHERE finished_at IS NULL AND last_batch_at < $1::timestamptz - make_interval(secs => $2)
       ORDER BY id`,
      [now, seconds],
    );
    return rows.map(({ id }) => id);
  }

  async forgetFinished(now: Date, days: number): Promise<void> {
    await this.database.query(
      `DELETE FROM topic_deletions WHERE finished_at < $1::timestamptz - make_interval(days => $2)`,
      [now, days],
    );
  }
}
