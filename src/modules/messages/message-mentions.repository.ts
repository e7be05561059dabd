import { Injectable } from '@nestjs/common';
import { MENTION_FLAGS, MESSAGE_FLAGS } from '#modules/message-copies/message-flags.constants.js';
import { Database } from '#platform/database/database.js';

/** What the renderer and the alert words decide; the rest is up to the reader. */
const REPLACED_FLAGS = MENTION_FLAGS | MESSAGE_FLAGS.has_alert_word;

/** The flags of one person's copy. */
export interface Copy {
  userId: number;
  flags: number;
}

@Injectable()
export class MessageMentionsRepository {
  constructor(private readonly database: Database) {}

  /** Those who wrote in the topic or reacted to something in it. */
  async participants(recipientId: number, topic: string): Promise<number[]> {
    const rows = await this.database.query<{ user_id: number }>(
      `WITH written AS (
         SELECT id, sender_id FROM messages WHERE recipient_id = $1 AND upper(topic) = upper($2)
       )
       SELECT sender_id AS user_id FROM written
       UNION
       SELECT r.user_id FROM written JOIN reactions r ON r.message_id = written.id`,
      [recipientId, topic],
      { prepare: true },
    );
    return rows.map(({ user_id: userId }) => userId);
  }

  /**
   * Gives the copies of a message these flags in place of the former ones of the same kinds. The
   * copies are held first: a star that their owner sets at this moment must not be written over.
   */
  replaceFlags(
    messageId: number,
    everyone: number,
    people: ReadonlyMap<number, number>,
  ): Promise<Copy[]> {
    return this.database.query(
      `WITH given AS (
         SELECT * FROM unnest($3::integer[], $4::integer[]) AS g (user_id, bits)
       ), held AS (
         SELECT user_id, flags FROM user_messages WHERE message_id = $1
         ORDER BY user_id FOR NO KEY UPDATE
       ), wanted AS (
         SELECT held.user_id,
           held.flags & ~${REPLACED_FLAGS}::integer | $2::integer | coalesce(given.bits, 0) AS flags
         FROM held LEFT JOIN given ON given.user_id = held.user_id
       ), changed AS (
         UPDATE user_messages um SET flags = wanted.flags FROM wanted
         WHERE um.message_id = $1 AND um.user_id = wanted.user_id AND um.flags <> wanted.flags
       )
       SELECT user_id AS "userId", flags FROM wanted ORDER BY user_id`,
      [messageId, everyone, [...people.keys()], [...people.values()]],
      { prepare: true },
    );
  }
}
