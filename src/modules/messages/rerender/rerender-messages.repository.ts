import { Injectable } from '@nestjs/common';
import type { RenderedMessage } from '#modules/markdown/markdown';
import type { HistoryEntry } from '#modules/messages/messages';
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
  /** Newest first; null for a message that was never changed. */
  editHistory: HistoryEntry[] | null;
}

export interface MessagePage {
  /** The newest message of the page, whether it matches or not; null after the last page. */
  lastId: number | null;
  messages: StoredMessage[];
}

export interface RerenderedMessage {
  id: number;
  topic: string;
  /** Undefined if only the history changes. */
  rendered: RenderedMessage | undefined;
  /** Undefined if only the message changes. */
  editHistory: HistoryEntry[] | undefined;
}

/** How many rows a page looks at. */
const PAGE_SIZE = 500;

const PAGE = `SELECT id FROM messages WHERE id > $1 AND id <= $2 ORDER BY id LIMIT ${PAGE_SIZE}`;

@Injectable()
export class RerenderMessagesRepository {
  constructor(private readonly database: Database) {}

  /** Locks the matching messages of the next page until the transaction ends. */
  async lockPage({ afterId, upToId, pattern }: Rerendering): Promise<MessagePage> {
    const [page] = await this.database.query<{ lastId: number | null }>(
      `SELECT max(id) AS "lastId" FROM (${PAGE}) AS page`,
      [afterId, upToId],
    );
    const lastId = page?.lastId ?? null;
    if (lastId === null) return { lastId, messages: [] };
    const messages = await this.database.query<StoredMessage>(
      `SELECT id, realm_id AS "realmId", sender_id AS "senderId", topic, content,
         rendered_content AS "renderedContent", edit_history AS "editHistory"
       FROM messages
       WHERE id > $1 AND id <= $2 AND (content ~ $3 OR EXISTS (
         SELECT 1 FROM jsonb_array_elements(edit_history) AS entry
         WHERE entry ->> 'prev_content' ~ $3))
       ORDER BY id FOR NO KEY UPDATE`,
      [afterId, lastId, pattern],
    );
    return { lastId, messages };
  }

  async update(messages: RerenderedMessage[]): Promise<void> {
    if (messages.length === 0) return;
    const rows = messages.map(({ id, topic, rendered, editHistory }) => ({
      id,
      edit_history: editHistory ?? null,
      html: rendered?.html ?? null,
      search_vector: rendered ? searchVector(topic, rendered.html) : null,
      has_link: rendered?.hasLink ?? null,
      has_image: rendered?.hasImage ?? null,
      has_attachment: rendered?.hasAttachment ?? null,
    }));
    await this.database.query(
      `UPDATE messages m SET
         rendered_content = coalesce(changed.html, m.rendered_content),
         search_vector = coalesce(changed.search_vector::tsvector, m.search_vector),
         has_link = coalesce(changed.has_link, m.has_link),
         has_image = coalesce(changed.has_image, m.has_image),
         has_attachment = coalesce(changed.has_attachment, m.has_attachment),
         edit_history = coalesce(changed.edit_history, m.edit_history)
       FROM jsonb_to_recordset($1::jsonb) AS changed (
         id bigint, html text, search_vector text, has_link boolean, has_image boolean,
         has_attachment boolean, edit_history jsonb)
       WHERE m.id = changed.id`,
      [JSON.stringify(rows)],
    );
  }
}
