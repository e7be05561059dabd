import { Injectable } from '@nestjs/common';
import type { LinkPreview } from '#modules/markdown/markdown';
import { Database } from '#platform/database/database.js';

export interface StoredPreview extends LinkPreview {
  url: string;
}

const KEPT = `interval '1 day'`;

@Injectable()
export class LinkPreviewsRepository {
  constructor(private readonly database: Database) {}

  /** What is not too old yet. */
  find(realmId: number, urls: string[], now: Date): Promise<StoredPreview[]> {
    return this.database.query(
      `SELECT url, title, description, image FROM link_previews
       WHERE realm_id = $1 AND url = ANY($2::text[]) AND fetched_at >= $3::timestamptz - ${KEPT}`,
      [realmId, urls, now],
    );
  }

  async keep(realmId: number, preview: StoredPreview, now: Date): Promise<void> {
    const { url, title, description, image } = preview;
    await this.database.query(
      `INSERT INTO link_previews (realm_id, url, title, description, image, fetched_at)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (realm_id, url) DO UPDATE SET title = $3, description = $4, image = $5,
         fetched_at = $6`,
      [realmId, url, title, description, image, now],
    );
  }

  async forgetOld(now: Date): Promise<void> {
    await this.database.query(
      `DELETE FROM link_previews WHERE fetched_at < $1::timestamptz - ${KEPT}`,
      [now],
    );
  }
}
