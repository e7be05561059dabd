// Shared helpers of the tests of edited and moved messages.
import { Database } from '#platform/database/database.js';
import type { TestApp } from './app.js';
import type { Answer, Parameters } from './client.js';
import type { TestUser } from './factories.js';

export interface WireMessage {
  id: number;
  subject: string;
  stream_id?: number;
  content: string;
  flags: string[];
  sender_full_name: string;
  last_edit_timestamp?: number;
  last_moved_timestamp?: number;
  edit_history?: Record<string, unknown>[];
}

export function edit(user: TestUser, id: number, parameters: Parameters): Promise<Answer> {
  return user.client.patch(`messages/${id}`, parameters);
}

export async function edited(user: TestUser, id: number, parameters: Parameters): Promise<void> {
  await user.client.expect('PATCH', `messages/${id}`, parameters);
}

export function outcome({ status, body }: Answer): string {
  return status === 200 ? 'accepted' : `${status} ${String(body['code'])}`;
}

/** The message fetched by a user; undefined without access. */
export async function show(
  user: TestUser,
  id: number,
  parameters: Parameters = {},
): Promise<WireMessage | undefined> {
  const { messages } = await user.client.expect('GET', 'messages', {
    message_ids: [id],
    apply_markdown: false,
    allow_empty_topic_name: true,
    ...parameters,
  });
  return (messages as WireMessage[])[0];
}

/** The messages of a topic, oldest first. */
export async function topicOf(
  user: TestUser,
  streamId: number,
  topic: string,
): Promise<WireMessage[]> {
  const { messages } = await user.client.expect('GET', 'messages', {
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    apply_markdown: false,
    allow_empty_topic_name: true,
    narrow: [
      { operator: 'channel', operand: streamId },
      { operator: 'topic', operand: topic },
    ],
  });
  return messages as WireMessage[];
}

export async function history(user: TestUser, id: number): Promise<Record<string, unknown>[]> {
  const { message_history: states } = await user.client.expect('GET', `messages/${id}/history`, {
    allow_empty_topic_name: true,
  });
  return states as Record<string, unknown>[];
}

/** Moves the time of sending into the past. */
export async function age(test: TestApp, ids: number[], seconds: number): Promise<void> {
  await test.app.get(Database).query(
    `UPDATE messages SET date_sent = $2::timestamptz - make_interval(secs => $3)
       WHERE id = ANY($1::bigint[])`,
    [ids, test.clock.now(), seconds],
  );
}

/** Changes permissions of a channel in the database. */
export async function allowInChannel(
  test: TestApp,
  streamId: number,
  permissions: Record<string, unknown>,
): Promise<void> {
  await test.app
    .get(Database)
    .query(`UPDATE streams SET permissions = permissions || $2::jsonb WHERE id = $1`, [
      streamId,
      permissions,
    ]);
}
