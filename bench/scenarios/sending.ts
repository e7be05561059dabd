// Sending a message to a channel, by Parley and by SQL that writes the same rows.
import type pg from 'pg';
import type { Channel, DataSet, Person } from '../data/data-set.js';
import { requestText } from '../processes/http-connection.js';

const TEXT = 'A sample message of ordinary length, such as people write to each other all day.';
const TOPIC = 'bench';

export function sendRequest(sender: Person, channel: string): string {
  return requestText({
    method: 'POST',
    path: '/api/v1/messages',
    authorization: sender.authorization,
    fields: { type: 'stream', to: channel, topic: TOPIC, content: TEXT },
  });
}

const INSERT_MESSAGE = `
  WITH message AS (
    INSERT INTO messages (realm_id, sender_id, recipient_id, topic, content, rendered_content,
      date_sent, client_name)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
    RETURNING id
  )
  INSERT INTO user_messages (user_id, message_id, flags)
  SELECT s.user_id, message.id, 0 FROM message, subscriptions s
  WHERE s.stream_id = $9 AND s.is_active AND s.user_is_active`;

const INSERT_EVENT = `
  INSERT INTO event_log (realm_id, id, type, payload, audience)
  VALUES ($1, nextval('event_log_id_seq'), $2, $3, $4)`;

/** An event as stored by Parley. */
export interface StoredEvent {
  type: string;
  payload: string;
  audience: string;
}

export async function latestMessageEvent(client: pg.Client): Promise<StoredEvent> {
  const { rows } = await client.query<StoredEvent>(
    `SELECT type, payload::text, audience::text FROM event_log
     WHERE type = 'message' ORDER BY id DESC LIMIT 1`,
  );
  return rows[0]!;
}

/** Inserts the message and a user message for each subscriber. */
export async function insertMessage(
  client: pg.Client,
  data: DataSet,
  sender: Person,
  channel: Channel,
): Promise<void> {
  await client.query({
    name: 'bench_message',
    text: INSERT_MESSAGE,
    values: [
      data.realmId,
      sender.id,
      channel.recipientId,
      TOPIC,
      TEXT,
      `<p>${TEXT}</p>`,
      new Date(),
      'ParleyBench',
      channel.id,
    ],
  });
}

export async function insertEvent(
  client: pg.Client,
  data: DataSet,
  { type, payload, audience }: StoredEvent,
): Promise<void> {
  await client.query({
    name: 'bench_event',
    text: INSERT_EVENT,
    values: [data.realmId, type, payload, audience],
  });
}
