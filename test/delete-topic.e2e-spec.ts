// Deleting a topic: permissions, effects, events, and resumption after a crash without loss or
// repetition.
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Queue } from 'bullmq';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { DeleteTopicService } from '#modules/streams/topics/delete-topic.service.js';
import { TopicsWorker } from '#modules/streams/topics/topics.worker.js';
import { Database } from '#platform/database/database.js';
import { Role } from '#platform/http/actor.js';
import { PermanentJobError } from '#platform/jobs/job-definition.js';
import { JOB_QUEUES, JobQueue } from '#platform/jobs/job-queue.js';
import { ResumableJobs } from '#platform/jobs/resumable-jobs.js';
import { ownTestApp, startTestApp } from './app.js';
import type { Answer, Parameters } from './client.js';
import { TestQueue, type WireEvent } from './event-queue.js';
import {
  createPeople,
  createRealm,
  createUser,
  sendToStream,
  subscribe,
  type TestUser,
  unique,
} from './factories.js';
import { runJobs } from './run-jobs.js';
import { createScene } from './scene.js';
import { observersOf, verifyEvents } from './verify-events.js';

jest.setTimeout(90_000);

const BULK = { bulk_message_deletion: true, empty_topic_name: true };
/** The time for which a request waits for its deletion. */
const WAIT_SECONDS = 40;
const PRIVATE = { invite_only: true, history_public_to_subscribers: true };
const PROTECTED = { invite_only: true, history_public_to_subscribers: false };
let channel: string;
let streamId: number;
const workers = new Set<ChildProcess>();

const test = await ownTestApp();
const { realm, owner, admin, member, guest } = await createScene(test, {
  admin: { role: Role.Administrator },
  member: {},
  guest: { role: Role.Guest },
});

beforeEach(async () => {
  channel = unique('channel');
  streamId = await subscribe(owner, channel);
  await subscribe(member, channel);
});

afterEach(() => {
  for (const worker of workers) worker.kill('SIGKILL');
  workers.clear();
});

function query<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
  return test.app.get(Database).query<Row>(sql, values);
}

function request(user: TestUser, topic = 'topic', id = streamId): Promise<Answer> {
  return user.client.post(`streams/${id}/delete_topic`, { topic_name: topic });
}

/** Runs the jobs during the request. */
async function deleted(user: TestUser, topic = 'topic', id = streamId): Promise<unknown> {
  const before = await deletions(id);
  const answer = request(user, topic, id);
  await begun(id, before);
  await runJobs(test.app);
  return (await answer).body['complete'];
}

async function deletions(id = streamId): Promise<number> {
  return (await deletionIds(id)).length;
}

async function deletionIds(id = streamId): Promise<number[]> {
  const rows = await query<{ id: number }>(
    `SELECT id FROM resumable_jobs WHERE kind = 'delete-topic' AND (state->>'streamId')::integer = $1
     ORDER BY id`,
    [id],
  );
  return rows.map((row) => row.id);
}

async function unfinishedDeletions(): Promise<number> {
  return (await query(`SELECT 1 FROM resumable_jobs WHERE finished_at IS NULL`)).length;
}

/** Resolves when one more deletion has its job. */
async function begun(id = streamId, before = 0): Promise<void> {
  await eventually(async () => (await deletions(id)) > before);
  await test.app.get(JobQueue).settled();
}

async function eventually(condition: () => Promise<boolean>, seconds = 10): Promise<void> {
  const deadline = performance.now() + seconds * 1000;
  while (!(await condition())) {
    if (performance.now() > deadline)
      throw new Error(`Not within ${seconds} s: ${condition.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** A request that times out before a worker runs. */
async function unfinished(user: TestUser, topic = 'topic'): Promise<void> {
  let isAnswered = false;
  const answer = request(user, topic).finally(() => (isAnswered = true));
  await eventually(async () => {
    if (test.clock.sleeping > 0) test.clock.advance(WAIT_SECONDS);
    return Promise.resolve(isAnswered);
  });
  expect((await answer).body).toMatchObject({ complete: false });
  await test.app.get(JobQueue).settled();
}

/** Runs the deletion like a worker; may run concurrently. */
function work(id: number, { signal } = new AbortController()): Promise<void> {
  return test.app.get(TopicsWorker).deleteTopic({ id }, { id: String(id), attempt: 1, signal });
}

async function messageIds(topic = 'topic', id = streamId): Promise<number[]> {
  const rows = await query<{ id: number }>(
    `SELECT m.id FROM messages m JOIN recipients r ON r.id = m.recipient_id
     WHERE r.stream_id = $1 AND upper(m.topic) = upper($2) ORDER BY m.id`,
    [id, topic],
  );
  return rows.map((row) => row.id);
}

async function copiesOf(ids: number[]): Promise<number> {
  const rows = await query(`SELECT 1 FROM user_messages WHERE message_id = ANY($1::bigint[])`, [
    ids,
  ]);
  return rows.length;
}

/** Inserts many messages, each with a user message for these users. Returns their ids. */
async function fill(count: number, holders: number[], topic = 'topic'): Promise<number[]> {
  const rows = await query<{ id: number }>(
    `WITH sent AS (
       INSERT INTO messages (realm_id, sender_id, recipient_id, topic, content, rendered_content,
         date_sent, client_name)
       SELECT $1, $2, r.id, $4, 'content', '<p>content</p>', now(), 'test'
       FROM recipients r, generate_series(1, $5::integer) WHERE r.stream_id = $3
       RETURNING id
     ), copied AS (
       INSERT INTO user_messages (user_id, message_id)
       SELECT holder, id FROM sent, unnest($6::integer[]) AS holder
     )
     SELECT id FROM sent ORDER BY id`,
    [realm.realmId, owner.userId, streamId, topic, count, holders],
  );
  return rows.map((row) => row.id);
}

function register(user: TestUser, capabilities: Parameters = BULK): Promise<TestQueue> {
  return TestQueue.register(user.client, {
    event_types: ['delete_message', 'stream'],
    fetch_event_types: [],
    client_capabilities: capabilities,
  });
}

function idsIn(events: WireEvent[]): number[] {
  return events
    .filter(({ type }) => type === 'delete_message')
    .flatMap((event) => event['message_ids'] as number[]);
}

describe('the request', () => {
  it('deletes all messages of the topic, in any case, and no others', async () => {
    const gone = [
      await sendToStream(owner, channel, 'Topic', 'one'),
      await sendToStream(member, channel, 'topic', 'two'),
    ];
    const kept = await sendToStream(owner, channel, 'topic 2', 'three');
    const other = unique('other');
    await subscribe(owner, other);
    const elsewhere = await sendToStream(owner, other, 'topic', 'four');
    expect(await deleted(admin, 'TOPIC')).toBe(true);
    expect(await messageIds()).toEqual([]);
    expect(await copiesOf(gone)).toBe(0);
    const { body } = await owner.client.get('messages', {
      message_ids: [...gone, kept, elsewhere],
    });
    expect((body['messages'] as { id: number }[]).map(({ id }) => id)).toEqual([kept, elsewhere]);
  });

  it('deletes all rows that refer to a message', async () => {
    const ids = [
      await sendToStream(owner, channel, 'topic', '/poll Tea or coffee?\nTea\nCoffee'),
      await sendToStream(member, channel, 'topic', 'reported, starred, edited and liked'),
    ];
    const reaction = { emoji_name: 'tada' };
    await owner.client.expect('POST', `messages/${ids[1]!}/reactions`, reaction);
    await owner.client.expect('POST', 'submessage', {
      message_id: ids[0],
      msg_type: 'widget',
      content: { type: 'new_option', idx: 1, option: 'Water' },
    });
    const flag = { messages: ids, op: 'add', flag: 'starred' };
    await owner.client.expect('POST', 'messages/flags', flag);
    await member.client.expect('PATCH', `messages/${ids[1]!}`, { content: 'edited' });
    const tables = await query<{ table_name: string }>(
      `SELECT table_name FROM information_schema.columns
       WHERE table_schema = 'public' AND column_name = 'message_id' ORDER BY table_name`,
    );
    const left = async (): Promise<string[]> => {
      const counts = await Promise.all(
        tables.map(async ({ table_name: name }) => ({
          name,
          rows: await query(`SELECT 1 FROM ${name} WHERE message_id = ANY($1)`, [ids]),
        })),
      );
      return counts.filter(({ rows }) => rows.length > 0).map(({ name }) => name);
    };
    expect(await left()).toEqual(
      expect.arrayContaining(['reactions', 'submessages', 'user_messages']),
    );
    expect(await deleted(admin)).toBe(true);
    expect(await left()).toEqual([]);
    expect(await query(`SELECT 1 FROM streams WHERE first_message_id = ANY($1)`, [ids])).toEqual(
      [],
    );
  });

  it('deletes the empty topic by its display name', async () => {
    await sendToStream(owner, channel, '', 'one');
    expect(await deleted(owner, 'general chat')).toBe(true);
    expect(await messageIds('')).toEqual([]);
  });

  it('completes immediately without messages', async () => {
    expect((await request(owner, 'no such topic')).body).toMatchObject({ complete: true });
    expect(await deletions()).toBe(0);
  });

  it('deletes in an archived channel', async () => {
    await sendToStream(owner, channel, 'topic', 'one');
    await query('UPDATE streams SET is_archived = true WHERE id = $1', [streamId]);
    expect(await deleted(owner)).toBe(true);
    expect(await messageIds()).toEqual([]);
  });

  it('is allowed to administrators with access to the messages', async () => {
    const moderator = await createUser(test, realm, { role: Role.Moderator });
    const bot = await createUser(test, realm, { bot: { type: 1, ownerId: owner.userId } });
    const name = unique('private');
    const hiddenId = await subscribe(owner, name, PRIVATE);
    const elsewhere = await createRealm(test);
    await sendToStream(owner, channel, 'topic', 'one');
    await sendToStream(owner, name, 'topic', 'two');
    for (const user of [moderator, member, guest, bot]) {
      const { status, body } = await request(user);
      expect([status, body['code']]).toEqual([400, 'UNAUTHORIZED_PRINCIPAL']);
    }
    for (const [user, id] of [
      [admin, hiddenId],
      [elsewhere.owner, streamId],
      [owner, 2_147_483_647],
    ] as const) {
      const { status, body } = await request(user, 'topic', id);
      expect([status, body['code'], body['msg']]).toEqual([
        400,
        'BAD_REQUEST',
        'Invalid channel ID',
      ]);
    }
    expect(await messageIds()).toHaveLength(1);
    expect(await messageIds('topic', hiddenId)).toHaveLength(1);
    expect(await unfinishedDeletions()).toBe(0);
  });

  it('needs a topic, which can be any text', async () => {
    const { body } = await owner.client.post(`streams/${streamId}/delete_topic`);
    expect(body).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING', var_name: 'topic_name' });
    expect((await request(owner, 'x'.repeat(100_000))).body).toMatchObject({ complete: true });
    expect((await request(owner, 'a\0b')).body).toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('waits for a worker for a limited time; the deletion remains pending', async () => {
    await sendToStream(owner, channel, 'topic', 'one');
    let isAnswered = false;
    const answer = request(owner).finally(() => (isAnswered = true));
    await eventually(() => Promise.resolve(test.clock.sleeping > 0));
    test.clock.advance(WAIT_SECONDS - 1);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(isAnswered).toBe(false);
    test.clock.advance(1);
    expect((await answer).body).toMatchObject({ complete: false });
    expect(await messageIds()).toHaveLength(1);
    await runJobs(test.app);
    expect(await messageIds()).toEqual([]);
    expect((await request(owner)).body).toMatchObject({ complete: true });
  });

  it('holds no connection while it waits', async () => {
    await sendToStream(owner, channel, 'topic', 'one');
    const answers = Array.from({ length: 40 }, () => request(owner));
    await begun();
    expect((await owner.client.get('users/me')).status).toBe(200);
    await runJobs(test.app);
    const complete = (await Promise.all(answers)).map(({ body }) => body['complete']);
    expect(new Set(complete)).toEqual(new Set([true]));
  });

  it('ends when the process stops', async () => {
    const other = await startTestApp();
    // The wait does not end by itself.
    other.clock.pause();
    const otherRealm = await createRealm(other);
    const name = unique('channel');
    const id = await subscribe(otherRealm.owner, name);
    await sendToStream(otherRealm.owner, name, 'topic', 'one');
    const answer = request(otherRealm.owner, 'topic', id);
    await eventually(() => Promise.resolve(other.clock.sleeping > 0));
    const closed = other.close();
    expect((await answer).body).toMatchObject({ complete: false });
    await closed;
  });
});

describe('repeated requests', () => {
  it('join the running deletion, also by other users', async () => {
    await fill(30, [member.userId]);
    const queue = await register(member);
    const answers = [request(owner), request(admin, 'TOPIC'), request(owner)];
    await begun();
    const late = request(admin);
    await runJobs(test.app);
    for (const answer of [...answers, late]) {
      expect((await answer).body).toMatchObject({ complete: true });
    }
    expect(await deletions()).toBe(1);
    expect(idsIn(await queue.all())).toHaveLength(30);
  });

  it('do not delete messages that were sent after the start', async () => {
    await sendToStream(owner, channel, 'topic', 'one');
    await unfinished(owner);
    const during = await sendToStream(member, channel, 'Topic', 'two');
    await unfinished(admin);
    await runJobs(test.app);
    expect(await messageIds()).toEqual([during]);
    expect(await deleted(owner)).toBe(true);
    expect(await messageIds()).toEqual([]);
  });

  it('enqueue a lost job again', async () => {
    await sendToStream(owner, channel, 'topic', 'one');
    await unfinished(owner);
    await loseJobs();
    await runJobs(test.app);
    expect(await messageIds()).toHaveLength(1);
    await unfinished(owner);
    await runJobs(test.app);
    expect(await messageIds()).toEqual([]);
  });
});

async function loseJobs(): Promise<void> {
  const queues = test.app.get<Map<string, Queue>>(JOB_QUEUES, { strict: false });
  await queues.get('topic-deletion')?.obliterate({ force: true });
}

describe('the deletion', () => {
  it('is continued after its job was lost', async () => {
    await sendToStream(owner, channel, 'topic', 'one');
    await unfinished(owner);
    await loseJobs();
    await test.app.get(ResumableJobs).sweep();
    await runJobs(test.app);
    expect(await messageIds()).toHaveLength(1);
    test.clock.advance(121);
    await test.app.get(ResumableJobs).sweep();
    await runJobs(test.app);
    expect(await messageIds()).toEqual([]);
    test.clock.advance(31 * 24 * 3600);
    await test.app.get(ResumableJobs).sweep();
    expect(await query(`SELECT 1 FROM resumable_jobs`)).toEqual([]);
  });

  it('continues after its job has failed permanently', async () => {
    await sendToStream(owner, channel, 'topic', 'one');
    await unfinished(owner);
    const batch = jest.spyOn(test.app.get(DeleteTopicService), 'nextBatch');
    batch.mockRejectedValue(new PermanentJobError('The sample disk is full'));
    await expect(runJobs(test.app)).rejects.toThrow('failed permanently');
    batch.mockRestore();
    test.clock.advance(121);
    await test.app.get(ResumableJobs).sweep();
    await runJobs(test.app);
    expect(await messageIds()).toEqual([]);
  });

  it('runs in batches, newest first, with one event for each', async () => {
    const ids = await fill(2500, [owner.userId, member.userId]);
    const queue = await register(member);
    expect(await deleted(owner)).toBe(true);
    expect(await copiesOf(ids)).toBe(0);
    const events = (await queue.all()).filter(({ type }) => type === 'delete_message');
    expect(events.map((event) => event['message_ids'])).toEqual([
      ids.slice(1500),
      ids.slice(500, 1500),
      ids.slice(0, 500),
    ]);
    expect(events[0]).toMatchObject({
      message_type: 'stream',
      stream_id: streamId,
      topic: 'topic',
    });
  });

  it('publishes single messages, each with its event id, to clients without bulk deletion', async () => {
    const ids = await fill(2500, [member.userId], '');
    const old = await register(member, {});
    expect(await deleted(owner, '')).toBe(true);
    const received = await old.all();
    const events = received.filter(({ type }) => type === 'delete_message');
    expect(events.map((event) => event['message_id'])).toEqual([
      ...ids.slice(1500),
      ...ids.slice(500, 1500),
      ...ids.slice(0, 500),
    ]);
    expect(events.every((event) => event['topic'] === 'general chat')).toBe(true);
    const eventIds = received.map(({ id }) => id);
    expect(eventIds).toEqual([...new Set(eventIds)].toSorted((a, b) => a - b));
  });

  it('continues for such a client after any event that it processed', async () => {
    const ids = await fill(10, [member.userId]);
    const old = await register(member, {});
    expect(await deleted(owner)).toBe(true);
    const before = await old.ask({ dont_block: true });
    const fourth = (before.body['events'] as WireEvent[])[3]!;
    const after = await old.ask({ dont_block: true, last_event_id: fourth.id });
    const rest = (after.body['events'] as WireEvent[]).map((event) => event['message_id']);
    expect(rest.slice(0, 6)).toEqual(ids.slice(4));
  });

  it('wakes a waiting client of either kind', async () => {
    const ids = await fill(3, [member.userId]);
    const [modern, old] = await Promise.all([register(member), register(member, {})]);
    const polls = Promise.all([modern.poll(), old.poll()]);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await deleted(owner)).toBe(true);
    const [lists, singles] = await polls;
    expect(idsIn(lists)).toEqual(ids);
    expect(singles.map((event) => event['message_id'])).toEqual(ids);
  });

  it('uses smaller batches for messages with many recipients', async () => {
    const crowd = await createPeople(test, realm, 4000);
    const ids = await fill(12, [...crowd, member.userId]);
    const queue = await register(member);
    expect(await deleted(owner)).toBe(true);
    const events = (await queue.all()).filter(({ type }) => type === 'delete_message');
    expect(events.map((event) => (event['message_ids'] as number[]).length)).toEqual([5, 5, 2]);
    expect(await copiesOf(ids)).toBe(0);
  });

  it('runs once, however many workers take it', async () => {
    const ids = await fill(4000, [member.userId]);
    await unfinished(owner);
    const queue = await register(member);
    const [id] = await deletionIds();
    await Promise.all([1, 2, 3].map(() => work(id!)));
    await runJobs(test.app);
    expect(idsIn(await queue.all()).toSorted((a, b) => a - b)).toEqual(ids);
  });

  it('pauses when its process stops', async () => {
    await fill(10, [member.userId]);
    await unfinished(owner);
    const [id] = await deletionIds();
    const stopping = new AbortController();
    stopping.abort(new Error('The process stops'));
    await expect(work(id!, stopping)).rejects.toThrow('The process stops');
    await runJobs(test.app);
    expect(await messageIds()).toEqual([]);
  });

  it('removes the icon with the last message', async () => {
    const icon = { emoji_name: 'rocket', emoji_code: '1f680', reaction_type: 'unicode_emoji' };
    const queue = await TestQueue.register(owner.client, { event_types: ['topic_icon'] });
    await sendToStream(owner, channel, 'Topic', 'one');
    await owner.client.expect('POST', `streams/${streamId}/topic_icon`, {
      topic_name: 'topic',
      ...icon,
    });
    await unfinished(owner);
    await sendToStream(owner, channel, 'topic', 'two');
    await runJobs(test.app);
    const { body } = await owner.client.get(`users/me/${streamId}/topics`);
    expect(body['topics']).toMatchObject([{ name: 'topic', icon }, {}]);
    expect(await deleted(owner)).toBe(true);
    expect(await query(`SELECT 1 FROM topic_icons WHERE stream_id = $1`, [streamId])).toEqual([]);
    expect(await queue.all()).toMatchObject([{ op: 'set' }, { op: 'remove' }]);
  });

  it('excludes concurrent stars', async () => {
    const id = await sendToStream(owner, channel, 'topic', 'one');
    const nonSubscriber = await createUser(test, realm);
    const database = test.app.get(Database);
    let star: Promise<Answer> | undefined;
    await database.transaction(async () => {
      await database.query('DELETE FROM messages WHERE id = $1', [id]);
      await database.query('DELETE FROM user_messages WHERE message_id = $1', [id]);
      star = nonSubscriber.client.post('messages/flags', {
        messages: [id],
        op: 'add',
        flag: 'starred',
      });
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
    await star;
    expect(await copiesOf([id])).toBe(0);
  });
});

describe('the first message of a channel', () => {
  interface Change {
    property: string;
    value: unknown;
  }

  async function changes(queue: TestQueue): Promise<Change[]> {
    const events = await queue.all();
    return events
      .filter(({ type, op }) => type === 'stream' && op === 'update')
      .map((event) => ({ property: event['property'] as string, value: event['value'] }));
  }

  async function firstMessage(): Promise<unknown> {
    const { body } = await owner.client.get('streams', { include_all: true });
    const all = body['streams'] as { stream_id: number; first_message_id: unknown }[];
    return all.find(({ stream_id: id }) => id === streamId)?.first_message_id;
  }

  it('is the next one after the first is deleted, and null in the end', async () => {
    const announced = await messageIds('channel events');
    const first = await sendToStream(owner, channel, 'topic', 'one');
    const second = await sendToStream(owner, channel, 'other', 'two');
    await sendToStream(owner, channel, 'topic', 'three');
    const queue = await register(member);
    expect(await firstMessage()).toBe(announced[0] ?? first);
    await deleted(owner, 'channel events');
    expect(await firstMessage()).toBe(first);
    await deleted(owner);
    expect(await firstMessage()).toBe(second);
    await deleted(owner, 'other');
    expect(await firstMessage()).toBeNull();
    expect(await changes(queue)).toEqual(
      [first, second, null].map((value) => ({ property: 'first_message_id', value })),
    );
    const again = await sendToStream(owner, channel, 'topic', 'four');
    expect(await firstMessage()).toBe(again);
  });

  it('is right when two topics are deleted at the same time', async () => {
    await deleted(owner, 'channel events');
    await fill(50, [member.userId], 'a');
    await fill(50, [member.userId], 'b');
    const [kept] = await fill(1, [member.userId], 'c');
    await query('UPDATE streams SET first_message_id = $2 WHERE id = $1', [
      streamId,
      (await messageIds('a'))[0],
    ]);
    await Promise.all(['a', 'b'].map((topic) => unfinished(owner, topic)));
    const ids = await deletionIds();
    await Promise.all(ids.slice(-2).map((id) => work(id)));
    expect(await firstMessage()).toBe(kept);
    await runJobs(test.app);
  });
});

describe('the audience of the events', () => {
  /** For each user, in the same order, the ids in their events. */
  async function deletedIds(users: TestUser[], act: () => Promise<unknown>): Promise<number[][]> {
    const queues = await Promise.all(users.map((user) => register(user)));
    await act();
    return Promise.all(
      queues.map(async (queue) => idsIn(await queue.all()).toSorted((a, b) => a - b)),
    );
  }

  it('public: all except guests, and guests who are or were subscribed', async () => {
    const outsider = await createUser(test, realm);
    const reading = await createUser(test, realm, { role: Role.Guest });
    const former = await createUser(test, realm, { role: Role.Guest });
    const first = await sendToStream(owner, channel, 'topic', 'one');
    await subscribe(owner, channel, { principals: [reading.userId, former.userId] });
    const second = await sendToStream(owner, channel, 'topic', 'two');
    await owner.client.expect('DELETE', 'users/me/subscriptions', {
      subscriptions: [channel],
      principals: [former.userId],
    });
    const third = await sendToStream(owner, channel, 'topic', 'three');
    const elsewhere = await createRealm(test);
    const all = [first, second, third];
    expect(
      await deletedIds([member, outsider, reading, former, guest, elsewhere.owner], () =>
        deleted(owner),
      ),
    ).toEqual([all, all, all, [second], [], []]);
  });

  it('private: subscribers, users who may subscribe, and former subscribers for received messages', async () => {
    const joiner = await createUser(test, realm);
    const former = await createUser(test, realm);
    const name = unique('private');
    streamId = await subscribe(owner, name, {
      ...PRIVATE,
      can_subscribe_group: { direct_members: [joiner.userId], direct_subgroups: [] },
    });
    await subscribe(owner, name, { principals: [former.userId, guest.userId] });
    const first = await sendToStream(owner, name, 'topic', 'one');
    await owner.client.expect('DELETE', 'users/me/subscriptions', {
      subscriptions: [name],
      principals: [former.userId],
    });
    const second = await sendToStream(owner, name, 'topic', 'two');
    const both = [first, second];
    expect(
      await deletedIds([owner, joiner, former, guest, member, admin], () => deleted(owner)),
    ).toEqual([both, both, [first], both, [], []]);
  });

  it('protected: recipients of each message', async () => {
    const name = unique('protected');
    streamId = await subscribe(owner, name, PROTECTED);
    const first = await sendToStream(owner, name, 'topic', 'one');
    await subscribe(owner, name, { principals: [member.userId] });
    const second = await sendToStream(owner, name, 'topic', 'two');
    await subscribe(owner, name, { principals: [guest.userId] });
    const third = await sendToStream(owner, name, 'topic', 'three');
    expect(await deletedIds([owner, member, guest, admin], () => deleted(owner))).toEqual([
      [first, second, third],
      [second, third],
      [third],
      [],
    ]);
  });

  it('protected: only messages that the administrator received are deleted', async () => {
    const name = unique('protected');
    streamId = await subscribe(owner, name, PROTECTED);
    const first = await sendToStream(owner, name, 'topic', 'one');
    await subscribe(owner, name, { principals: [admin.userId] });
    const second = await sendToStream(owner, name, 'topic', 'two');
    expect(await deletedIds([owner, admin], () => deleted(admin))).toEqual([[second], [second]]);
    expect(await messageIds()).toEqual([first]);
    expect((await request(admin)).body).toMatchObject({ complete: true });
    expect(await deleted(owner)).toBe(true);
    expect(await messageIds()).toEqual([]);
  });
});

describe('the state of clients', () => {
  it('loses unread messages, stars and the first message by the events', async () => {
    const nonSubscriber = await createUser(test, realm);
    await subscribe(owner, channel, { principals: [guest.userId] });
    // Receives the welcome message before the deletion.
    await runJobs(test.app);
    await deleted(owner, 'channel events');
    const gone = await sendToStream(owner, channel, 'topic', '@**all** one');
    await fill(1100, [owner.userId, member.userId, guest.userId]);
    const kept = await sendToStream(owner, channel, 'other', 'two');
    for (const user of [member, guest, nonSubscriber]) {
      const flag = { messages: [gone, kept], op: 'add', flag: 'starred' };
      await user.client.expect('POST', 'messages/flags', flag);
    }
    const observers = observersOf(realm, { owner, member, guest, nonSubscriber });
    const seen = await verifyEvents(test, observers, () => deleted(owner));
    const kinds = [...seen].map(([name, events]) => [name, events.length]);
    expect(kinds).toEqual(
      ['owner', 'member', 'guest', 'nonSubscriber'].flatMap((name) => [
        [name, 3],
        [`${name} with an old client`, 1102],
      ]),
    );
  });
});

describe('a worker process', () => {
  async function startWorker(): Promise<ChildProcess> {
    const worker = spawn(process.execPath, ['dist/main.js', 'worker'], {
      env: {
        ...process.env,
        NODE_OPTIONS: '',
        DATABASE_URL: test.database.url,
        SECRET_KEY: test.config.secretKey,
        EXTERNAL_URL: test.config.externalUrl.href,
        WORKER_QUEUES: 'topic-deletion',
        LOG_LEVEL: 'error',
        ...(test.config.redisUrl === undefined ? {} : { REDIS_URL: test.config.redisUrl }),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    workers.add(worker);
    const [line] = (await once(worker.stdout, 'data')) as [Buffer];
    expect(line.toString()).toContain('ready');
    return worker;
  }

  it('completes a request of another process', async () => {
    await fill(1500, [member.userId]);
    await startWorker();
    expect((await request(owner)).body).toMatchObject({ complete: true });
    expect(await messageIds()).toEqual([]);
  });

  it('may be killed: another one continues, without lost or repeated events', async () => {
    const ids = await fill(3500, [member.userId]);
    const queue = await register(member);
    const first = await startWorker();
    const database = test.app.get(Database);
    let during = 0;
    await database.transaction(async () => {
      // The second batch waits for this lock: it has begun when the event of the first is published.
      await database.query('SELECT 1 FROM messages WHERE id = $1 FOR UPDATE', [ids[2000]]);
      const answer = request(owner);
      await eventually(async () => (await messageIds()).length === 2500);
      during = await sendToStream(member, channel, 'topic', 'survives');
      first.kill('SIGKILL');
      await once(first, 'exit');
      test.clock.advance(WAIT_SECONDS + 1);
      expect((await answer).body).toMatchObject({ complete: false });
    });
    await startWorker();
    await eventually(async () => (await messageIds()).length === 1, 60);
    await eventually(async () => (await unfinishedDeletions()) === 0);
    expect(await messageIds()).toEqual([during]);
    expect(await copiesOf(ids)).toBe(0);
    expect(idsIn(await queue.all()).toSorted((a, b) => a - b)).toEqual(ids);
  });
});
