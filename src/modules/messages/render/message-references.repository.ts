import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

export interface TopicAddress {
  recipientId: number;
  topic: string;
}

@Injectable()
export class MessageReferencesRepository {
  constructor(private readonly database: Database) {}

  /** The id of the newest message of each topic, in the order given; undefined where there is none. */
  async newestInTopics(topics: TopicAddress[]): Promise<(number | undefined)[]> {
    const rows = await this.database.query<{ position: number; id: number }>(
      `SELECT given.position::integer, newest.id
       FROM unnest($1::integer[], $2::text[]) WITH ORDINALITY AS given (recipient_id, topic, position)
       CROSS JOIN LATERAL (
         SELECT m.id FROM messages m
         WHERE m.recipient_id = given.recipient_id AND upper(m.topic) = upper(given.topic)
         ORDER BY m.id DESC LIMIT 1
       ) newest`,
      [topics.map(({ recipientId }) => recipientId), topics.map(({ topic }) => topic)],
      { prepare: true },
    );
    const ids = new Map(rows.map(({ position, id }) => [position, id]));
    return topics.map((_, index) => ids.get(index + 1));
  }
}
