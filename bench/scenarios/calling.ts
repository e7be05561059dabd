// Requests of calls, and SQL that writes the same rows.
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { DataSet, Person } from '../data/data-set.js';
import { type HttpConnection, requestText } from '../processes/http-connection.js';

interface StartedCall {
  callId: string;
}

/** Starts a call of two users and returns its id. */
export async function startCall(
  connection: HttpConnection,
  caller: Person,
  called: Person,
): Promise<string> {
  const body = await connection.ask(
    requestText({
      method: 'POST',
      path: '/api/v1/calls/start',
      authorization: caller.authorization,
      fields: {
        conversation: JSON.stringify({ kind: 'dm', dmUserIds: [called.id] }),
        device_instance_id: 'bench',
        call_trace_id: 'bench',
        idempotency_key: randomUUID(),
      },
    }),
  );
  return (JSON.parse(body.toString()) as { call: StartedCall }).call.callId;
}

export async function actOnCall(
  connection: HttpConnection,
  user: Person,
  callId: string,
  action: 'answer' | 'hangup',
): Promise<void> {
  await connection.ask(
    requestText({
      method: 'POST',
      path: `/api/v1/calls/${callId}/actions`,
      authorization: user.authorization,
      fields: {
        action,
        call_trace_id: 'bench',
        source: 'user',
        surface: 'bench',
        device_instance_id: 'bench',
        client_action_id: randomUUID(),
        idempotency_key: randomUUID(),
      },
    }),
  );
}

/** An event as stored by Parley. */
interface StoredEvent {
  payload: string;
  audience: string;
}

/** The newest event of a call, whose size is that of the others. */
export async function latestCallEvent(client: pg.Client): Promise<StoredEvent> {
  const { rows } = await client.query<StoredEvent>(
    `SELECT payload::text, audience::text FROM event_log WHERE type = 'call' ORDER BY id DESC LIMIT 1`,
  );
  return rows[0]!;
}

/** The recipient of the direct messages of two users. */
export async function recipientOf(client: pg.Client, ids: number[]): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    'SELECT id FROM recipients WHERE user_ids = $1',
    [ids.toSorted((a, b) => a - b)],
  );
  return rows[0]!.id;
}

/** Inserts the rows of a start, an answer and a hang-up, each in a transaction. */
export async function callBare(
  client: pg.Client,
  data: DataSet,
  [caller, called]: [Person, Person],
  { recipientId, event }: { recipientId: number; event: StoredEvent },
): Promise<void> {
  const id = randomUUID();
  const insertAction = (user: Person, action: string): Promise<unknown> =>
    run(client, 'action', INSERT_ACTION, [id, user.id, action, randomUUID(), randomUUID()]);
  const insertEvent = (): Promise<unknown> =>
    run(client, 'event', INSERT_EVENT, [data.realmId, event.payload, event.audience]);
  await client.query('BEGIN');
  await run(client, 'call', INSERT_CALL, [id, data.realmId, recipientId, caller.id]);
  await run(client, 'participants', INSERT_PARTICIPANTS, [id, [caller.id, called.id]]);
  await insertAction(caller, 'start');
  await insertEvent();
  await client.query('COMMIT');

  await client.query('BEGIN');
  await run(
    client,
    'activate',
    `UPDATE calls SET state = 'active', answered_at = now() WHERE id = $1`,
    [id],
  );
  await run(client, 'join', JOIN, [id, called.id]);
  await insertAction(called, 'answer');
  await insertEvent();
  await client.query('COMMIT');

  await client.query('BEGIN');
  await run(client, 'end', END, [id]);
  await run(client, 'leave', LEAVE, [id]);
  await insertAction(called, 'hangup');
  await run(client, 'records', INSERT_RECORDS, [id, recipientId, [caller.id, called.id]]);
  await insertEvent();
  await client.query('COMMIT');
}

function run(client: pg.Client, name: string, text: string, values: unknown[]): Promise<unknown> {
  return client.query({ name: `bench_call_${name}`, text, values });
}

const INSERT_CALL = `
  INSERT INTO calls (id, realm_id, recipient_id, topic, title, media_type, state, initiator_id,
    metadata, started_at, ring_ends_at)
  VALUES ($1, $2, $3, '', '', 'audio', 'ringing', $4, '{}', now(), now() + interval '45 seconds')`;

const INSERT_PARTICIPANTS = `
  INSERT INTO call_participants (call_id, user_id, state, is_muted, is_notified, is_live)
  SELECT $1, id, 'ringing', false, true, true FROM unnest($2::integer[]) AS id`;

const INSERT_ACTION = `
  INSERT INTO call_actions (call_id, user_id, action, idempotency_key, fingerprint, call_trace_id,
    device_instance_id, client_action_id, source, surface, client_name, applied_at)
  VALUES ($1, $2, $3, $4, sha256('bench'), 'bench', 'bench', $5, 'user', 'bench', 'bench', now())`;

const INSERT_EVENT = `
  INSERT INTO event_log (realm_id, id, type, payload, audience)
  VALUES ($1, nextval('event_log_id_seq'), 'call', $2, $3)`;

const JOIN = `
  UPDATE call_participants SET state = 'joined', joined_at = now() WHERE call_id = $1 AND user_id = $2`;

const END = `
  UPDATE calls SET state = 'ended', ended_at = now(), end_reason = 'hangup', ring_ends_at = NULL
  WHERE id = $1`;

const LEAVE = `
  UPDATE call_participants SET state = 'left', ended_at = now(), is_live = false WHERE call_id = $1`;

const INSERT_RECORDS = `
  WITH entry AS MATERIALIZED (
    SELECT user_id, nextval('call_records_id_seq') AS id FROM unnest($3::integer[]) AS user_id
  ), in_group AS (
    INSERT INTO call_groups AS g (id, user_id, recipient_id, topic, title, audio_count,
      audio_missed_count, video_count, video_missed_count, last_id, last_audio_id)
    SELECT gen_random_uuid(), user_id, $2, '', 'Sample', 1, 0, 0, 0, id, id FROM entry
    ON CONFLICT (user_id, recipient_id, upper(topic)) DO UPDATE SET
      audio_count = g.audio_count + 1, last_id = excluded.last_id,
      last_audio_id = excluded.last_audio_id
    RETURNING id, last_id
  )
  INSERT INTO call_records (id, user_id, group_id, call_id, media_type, is_outgoing, outcome,
    is_missed, started_at, answered_at, ended_at, participant_ids)
  SELECT entry.id, user_id, in_group.id, $1, 'audio', false, 'answered', false, now(), now(), now(), $3
  FROM entry JOIN in_group ON in_group.last_id = entry.id`;
