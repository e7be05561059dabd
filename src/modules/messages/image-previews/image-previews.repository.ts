import { Injectable } from '@nestjs/common';
import { LOADING } from '#modules/markdown/markdown';
import { Database } from '#platform/database/database.js';

const PAGE_SIZE = 100;

@Injectable()
export class ImagePreviewsRepository {
  constructor(private readonly database: Database) {}

  /** Returns the ids of the next messages with this file that show an image as loading, ascending. */
  async findLoading(attachmentId: number, afterId: number): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `SELECT m.id FROM message_attachments ma JOIN messages m ON m.id = ma.message_id
       WHERE ma.attachment_id = $1 AND ma.message_id > $2 AND strpos(m.rendered_content, $3) > 0
       ORDER BY ma.message_id LIMIT ${PAGE_SIZE}`,
      [attachmentId, afterId, LOADING],
    );
    return rows.map(({ id }) => id);
  }
}
