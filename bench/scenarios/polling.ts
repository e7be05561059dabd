// Clients that wait for events: an event queue for each, and the poll request.
import type pg from 'pg';
import type { Person } from '../data/data-set.js';
import { HttpConnection, requestText } from '../processes/http-connection.js';

export interface Queue {
  id: string;
  owner: Person;
}

/** The part of a poll response that the bench reads. */
interface Events {
  events: { id: number; type: string }[];
}

interface Registration {
  queue_id: string;
  last_event_id: number;
}

/** Registers the first user through the API and copies the queue for the others. */
export async function registerQueues(
  port: number,
  client: pg.Client,
  people: Person[],
  eventType = 'message',
): Promise<{ queues: Queue[]; lastEventId: number }> {
  const connection = await HttpConnection.open(port);
  const pattern = await connection.askJson<Registration>({
    method: 'POST',
    path: '/api/v1/register',
    authorization: people[0]!.authorization,
    fields: {
      event_types: JSON.stringify([eventType]),
      fetch_event_types: '["realm"]',
      apply_markdown: true,
      client_capabilities: '{"notification_settings_null":true,"empty_topic_name":true}',
      idle_queue_timeout: 3600,
    },
  });
  connection.close();
  const { rows } = await client.query<{ id: string; user_id: number }>(
    `INSERT INTO event_queues
     SELECT q.* FROM event_queues pattern, unnest($2::integer[]) AS owner (id),
       LATERAL (SELECT (json_populate_record(pattern,
         json_build_object('id', gen_random_uuid(), 'user_id', owner.id))).*) q
     WHERE pattern.id = $1
     RETURNING id, user_id`,
    [pattern.queue_id, people.map(({ id }) => id)],
  );
  const idOf = new Map(rows.map((row) => [row.user_id, row.id]));
  const queues = people.map((owner) => ({ id: idOf.get(owner.id)!, owner }));
  return { queues, lastEventId: pattern.last_event_id };
}

export function pollRequest({ id, owner }: Queue, lastEventId: number): string {
  return requestText({
    path: '/api/v1/events',
    authorization: owner.authorization,
    fields: { queue_id: id, last_event_id: lastEventId },
  });
}

/** Returns the id of the newest event of a poll response. Throws unless it has one of this type. */
export function newestEventId(body: Buffer, wanted = 'message'): number {
  const { events } = JSON.parse(body.toString()) as Events;
  if (!events.some(({ type }) => type === wanted)) {
    throw new Error(`A poll was answered without its event: ${body.toString().slice(0, 200)}`);
  }
  return Math.max(...events.map(({ id }) => id));
}
