import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { TopicIcon } from './topics.view.js';

@Injectable()
export class TopicIconsRepository {
  constructor(private readonly database: Database) {}

  /** Returns whether that changed anything. */
  async set(streamId: number, topic: string, icon: TopicIcon): Promise<boolean> {
    const rows = await this.database.query(
      `INSERT INTO topic_icons AS known (stream_id, topic, emoji_name, emoji_code, reaction_type)
       VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (stream_id, upper(topic)) DO UPDATE
         SET emoji_name = $3, emoji_code = $4, reaction_type = $5
         WHERE (known.emoji_name, known.emoji_code, known.reaction_type) <> ($3, $4, $5)
       RETURNING id`,
      [streamId, topic, icon.emoji_name, icon.emoji_code, icon.reaction_type],
    );
    return rows.length > 0;
  }

  /** Only where there is none. Returns whether that changed anything. */
  async setFirst(streamId: number, topic: string, icon: TopicIcon): Promise<boolean> {
    const rows = await this.database.query(
      `INSERT INTO topic_icons (stream_id, topic, emoji_name, emoji_code, reaction_type)
       VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT DO NOTHING RETURNING id`,
      [streamId, topic, icon.emoji_name, icon.emoji_code, icon.reaction_type],
    );
    return rows.length > 0;
  }

  async take(streamId: number, topic: string): Promise<TopicIcon | undefined> {
    const [icon] = await this.database.query<TopicIcon>(
      `DELETE FROM topic_icons WHERE stream_id = $1 AND upper(topic) = upper($2)
       RETURNING emoji_name, emoji_code, reaction_type`,
      [streamId, topic],
    );
    return icon;
  }

  /** Returns whether there was one. */
  async remove(streamId: number, topic: string): Promise<boolean> {
    const rows = await this.database.query(
      `DELETE FROM topic_icons WHERE stream_id = $1 AND upper(topic) = upper($2) RETURNING id`,
      [streamId, topic],
    );
    return rows.length > 0;
  }
}
