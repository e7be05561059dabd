import { Injectable } from '@nestjs/common';
import type { RenderedMessage } from '#modules/markdown/markdown';
import { searchVector } from '#modules/messages/search';
import { Database } from '#platform/database/database.js';
import type { Rerendering } from './rerender.jobs.js';

export interface StoredMessage {
  id: number;
  realmId: number;
  senderId: number;
  topic: string;
  content: string;
  renderedContent: string;
}

/** An earlier version of a message. */
interface StoredVersion {
  editId: number;
  messageId: number;
  content: string;
  renderedContent: string;
}

export interface MessagePage {
  /** The newest message of the page, whether it matches or not; null after the last page. */
  lastId: number | null;
  messages: StoredMessage[];
  versions: StoredVersion[];
}

export interface RerenderedMessage {
  id: number;
  topic: string;
  rendered: RenderedMessage;
}

export interface RerenderedVersion {
  editId: number;
  html: string;
}

/** How many rows a page looks at. */
const PAGE_SIZE = 500;

const PAGE = `SELECT id FROM messages WHERE id > $1 AND id <= $2 ORDER BY id LIMIT ${PAGE_SIZE}`;

@Injectable()
export class RerenderMessagesRepository {
  constructor(private readonly database: Database) {}

  /**
   * Locks the messages of the next page that match, or have an earlier version that does, until the
   * transaction ends.
   */
  async lockPage({ afterId, upToId, pattern }: Rerendering): Promise<MessagePage> {
    const [page] = await this.database.query<{ lastId: number | null }>(
      `SELECT max(id) AS "lastId" FROM (${PAGE}) AS page`,
      [afterId, upToId],
    );
    const lastId = page?.lastId ?? null;
    if (lastId === null) return { lastId, messages: [], versions: [] };
    const range = [afterId, lastId, pattern];
    const messages = await this.database.query<StoredMessage>(
      `SELECT id, realm_id AS "realmId", sender_id AS "senderId", topic, content,
         rendered_content AS "renderedContent"
       FROM messages m
       WHERE id > $1 AND id <= $2 AND (content ~ $3 OR EXISTS (
         SELECT 1 FROM message_edits e WHERE e.message_id = m.id AND e.prev_content ~ $3))
       ORDER BY id FOR NO KEY UPDATE`,
      range,
    );
    const versions = await this.database.query<StoredVersion>(
      `SELECT id AS "editId", message_id AS "messageId", prev_content AS content,
         prev_rendered_content AS "renderedContent"
       FROM message_edits
       WHERE message_id > $1 AND message_id <= $2 AND prev_content ~ $3
         AND prev_rendered_content IS NOT NULL
       ORDER BY message_id, id`,
      range,
    );
    return { lastId, messages, versions };
  }

  async update(messages: RerenderedMessage[], versions: RerenderedVersion[]): Promise<void> {
    if (messages.length > 0) await this.updateMessages(messages);
    if (versions.length > 0) await this.updateVersions(versions);
  }

  private async updateMessages(messages: RerenderedMessage[]): Promise<void> {
    const rows = messages.map(({ id, topic, rendered }) => ({
      id,
      html: rendered.html,
      search_vector: searchVector(topic, rendered.html),
      has_link: rendered.hasLink,
      has_image: rendered.hasImage,
      has_attachment: rendered.hasAttachment,
    }));
    await this.database.query(
      `UPDATE messages m SET
         rendered_content = r.html, search_vector = r.search_vector::tsvector,
         has_link = r.has_link, has_image = r.has_image, has_attachment = r.has_attachment
       FROM jsonb_to_recordset($1::jsonb) AS r (
         id bigint, html text, search_vector text, has_link boolean, has_image boolean,
         has_attachment boolean)
       WHERE m.id = r.id`,
      [JSON.stringify(rows)],
    );
  }

  private async updateVersions(versions: RerenderedVersion[]): Promise<void> {
    await this.database.query(
      `UPDATE message_edits e SET prev_rendered_content = r.html
       FROM unnest($1::bigint[], $2::text[]) AS r (id, html) WHERE e.id = r.id`,
      [versions.map(({ editId }) => editId), versions.map(({ html }) => html)],
    );
  }
}
