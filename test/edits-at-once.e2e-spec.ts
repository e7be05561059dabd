// Concurrent edits, moves, deletions and sends of the same messages: each message ends up in one place,
// there is no deadlock, and clients that apply the events have the same state.
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Database } from '#platform/database/database.js';
import { Role } from '#platform/http/actor.js';
import { sharedTestApp } from './app.js';
import type { Answer } from './client.js';
import {
  sendDirect,
  sendToStream,
  subscribe,
  type TestRealm,
  type TestUser,
  unique,
} from './factories.js';
import { edit, outcome, topicOf } from './message-editing-scene.js';
import { runJobs } from './run-jobs.js';
import { createScene } from './scene.js';
import { observersOf, verifyEvents } from './verify-events.js';

jest.setTimeout(120_000);

const ALL = { propagate_mode: 'change_all', send_notification_to_new_thread: false };
const test = await sharedTestApp();

let realm: TestRealm;
let owner: TestUser;
let admin: TestUser;
let member: TestUser;
let source: string;
let sourceId: number;
let target: string;
let targetId: number;

beforeEach(async () => {
  ({ realm, owner, admin, member } = await createScene(test, {
    admin: { role: Role.Administrator },
    member: {},
  }));
  [source, target] = [unique('source'), unique('target')];
  sourceId = await subscribe(owner, source);
  targetId = await subscribe(owner, target);
  for (const name of [source, target]) {
    await subscribe(owner, name, { principals: [admin.userId, member.userId] });
  }
});

async function filled(count: number, topic = 'topic'): Promise<number[]> {
  const ids: number[] = [];
  for (let i = 0; i < count; i++) ids.push(await sendToStream(member, source, topic, `text ${i}`));
  return ids;
}

function statuses(answers: Answer[]): string[] {
  return [...new Set(answers.map(outcome))].toSorted();
}

async function places(ids: number[]): Promise<{ id: number; stream_id: number; topic: string }[]> {
  return test.app.get(Database).query(
    `SELECT m.id, r.stream_id, m.topic FROM messages m JOIN recipients r ON r.id = m.recipient_id
     WHERE m.id = ANY($1::bigint[]) ORDER BY m.id`,
    [ids],
  );
}

describe('at the same time', () => {
  it('concurrent moves of a topic move all messages to one place', async () => {
    const ids = await filled(20);
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd', 'e', 'f'].map((topic, index) =>
        edit([owner, admin][index % 2]!, ids[index]!, {
          topic,
          stream_id: [sourceId, targetId][index % 2]!,
          ...ALL,
        }),
      ),
    );
    expect(statuses(answers)).toEqual(['accepted']);
    const found = await places(ids);
    expect(found).toHaveLength(20);
    expect(new Set(found.map(({ stream_id, topic }) => `${stream_id} ${topic}`)).size).toBe(1);
  });

  it('concurrent sends end up in the old or the new topic, and none is lost', async () => {
    const ids = await filled(10);
    let sent: number[] = [];
    await verifyEvents(test, observersOf(realm, { owner, member }), async () => {
      const sending = Promise.all(
        Array.from({ length: 30 }, (_, i) => sendToStream(member, source, 'topic', `more ${i}`)),
      );
      const moving = (async () => {
        for (const topic of ['one', 'two', 'three']) {
          const [answer] = [await edit(owner, ids[0]!, { topic, ...ALL })];
          expect(outcome(answer)).toBe('accepted');
        }
      })();
      [sent] = await Promise.all([sending, moving]);
    });
    const found = await places([...ids, ...sent]);
    expect(found).toHaveLength(40);
    const shown = [
      ...(await topicOf(member, sourceId, 'topic')),
      ...(await topicOf(member, sourceId, 'three')),
    ].map(({ id }) => id);
    expect(shown.toSorted((a, b) => a - b)).toEqual([...ids, ...sent].toSorted((a, b) => a - b));
  });

  it('moves and deletions of single messages do not deadlock', async () => {
    const ids = await filled(24);
    await verifyEvents(test, observersOf(realm, { owner, member }), async () => {
      const answers = await Promise.all([
        ...ids.slice(0, 8).map((id) => owner.client.delete(`messages/${id}`)),
        ...['a', 'b', 'c'].map((topic) =>
          edit(admin, ids[20]!, { topic, stream_id: targetId, ...ALL }),
        ),
        ...ids.slice(16, 20).map((id) => edit(member, id, { content: `edited ${id}` })),
      ]);
      expect(statuses(answers)).toEqual(['accepted']);
      await sendDirect(owner, [member], 'the newest message');
    });
    const found = await places(ids);
    expect(found.map(({ id }) => id)).toEqual(ids.slice(8));
    expect(new Set(found.map(({ stream_id }) => stream_id))).toEqual(new Set([targetId]));
  });

  it('a deletion of the topic does not delete messages that were moved away before', async () => {
    const ids = await filled(30);
    const deletion = admin.client.post(`streams/${sourceId}/delete_topic`, { topic_name: 'topic' });
    await new Promise((resolve) => setTimeout(resolve, 100));
    const moving = edit(owner, ids[10]!, { topic: 'kept', ...ALL, propagate_mode: 'change_later' });
    const [moved] = await Promise.all([moving, runJobs(test.app)]);
    await runJobs(test.app);
    await deletion;
    const found = await places(ids);
    const expected = outcome(moved) === 'accepted' ? ids.slice(10) : [];
    expect(found.every(({ topic }) => topic === 'kept')).toBe(true);
    expect(expected).toEqual(expect.arrayContaining(found.map(({ id }) => id)));
    const copies = await test.app.get(Database).query<{ message_id: number }>(
      `SELECT DISTINCT message_id FROM user_messages WHERE message_id = ANY($1::bigint[])
       ORDER BY message_id`,
      [ids],
    );
    expect(copies.map(({ message_id }) => message_id)).toEqual(found.map(({ id }) => id));
  });

  it('messages cannot be moved to a channel that became inaccessible', async () => {
    const ids = await filled(6);
    const answers = await Promise.all([
      owner.client.patch(`streams/${targetId}`, { is_archived: false, is_private: true }),
      owner.client.expect('DELETE', 'users/me/subscriptions', {
        subscriptions: [target],
        principals: [member.userId],
      }),
      ...ids.map((id) => edit(member, id, { stream_id: targetId })),
    ]);
    expect(answers).toHaveLength(8);
    const inTarget = (await places(ids)).filter(({ stream_id }) => stream_id === targetId);
    const held = await test.app.get(Database).query(
      `SELECT 1 FROM user_messages WHERE user_id = $1 AND message_id = ANY($2::bigint[])
         AND flags & 1 = 0`,
      [member.userId, inTarget.map(({ id }) => id)],
    );
    expect(held).toEqual([]);
  });
});
