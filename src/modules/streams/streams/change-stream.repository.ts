import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Database } from '#platform/database/database.js';
import { isUniqueViolation } from '#platform/database/postgres-errors.js';
import { StreamEntity } from './stream.entity.js';
import { type NewStream, type Stream, STREAM_COLUMNS } from './streams.repository.js';

@Injectable()
export class ChangeStreamRepository {
  constructor(
    @InjectRepository(StreamEntity) private readonly streams: Repository<StreamEntity>,
    private readonly database: Database,
  ) {}

  /** Locks the stream until the end of the transaction. Rows that refer to it can still be inserted. */
  async lock(realmId: number, id: number): Promise<Stream | undefined> {
    const [row] = await this.database.query<Stream>(
      `SELECT ${STREAM_COLUMNS}
       FROM streams s JOIN recipients r ON r.stream_id = s.id
       WHERE s.realm_id = $1 AND s.id = $2
       FOR NO KEY UPDATE OF s`,
      [realmId, id],
    );
    return row;
  }

  /** Whether the stream has messages in topics other than the empty one. */
  async hasNamedTopics(recipientId: number): Promise<boolean> {
    const rows = await this.database.query(
      `SELECT 1 FROM messages WHERE recipient_id = $1 AND upper(topic) > '' LIMIT 1`,
      [recipientId],
    );
    return rows.length > 0;
  }

  /**
   * Stores all settings of a locked stream. Returns false if another stream has the name; the
   * transaction must then be rolled back.
   */
  async save(stream: Stream): Promise<boolean> {
    try {
      const { id, realmId } = stream;
      await this.streams.update({ id, realmId }, settingsOf(stream));
      return true;
    } catch (error) {
      if (isUniqueViolation(error)) return false;
      throw error;
    }
  }
}

/** Without what messages and subscriptions of the stream change. */
function settingsOf(stream: Stream): NewStream & Pick<Stream, 'isArchived'> {
  return {
    name: stream.name,
    description: stream.description,
    renderedDescription: stream.renderedDescription,
    inviteOnly: stream.inviteOnly,
    isWebPublic: stream.isWebPublic,
    historyPublicToSubscribers: stream.historyPublicToSubscribers,
    isArchived: stream.isArchived,
    isDefault: stream.isDefault,
    messageRetentionDays: stream.messageRetentionDays,
    topicsPolicy: stream.topicsPolicy,
    folderId: stream.folderId,
    permissions: stream.permissions,
  };
}
