// The data of a deactivated organization is deleted after the deletion date: all of its rows, and no row
// of another organization.
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import type { Redis } from 'ioredis';
import pg from 'pg';
import { VideoCallTokens } from '#modules/calls/video-links';
import { DeleteRealmService } from '#modules/realms/deletion/delete-realm.service.js';
import { RealmDeletionRepository } from '#modules/realms/deletion/realm-deletion.repository.js';
import { RealmDeletionWorker } from '#modules/realms/deletion/realm-deletion.worker.js';
import { MESSAGE_TABLES, REALM_TABLES } from '#modules/realms/deletion/realm-tables.js';
import { RealmChanges } from '#modules/realms/realms/realm-changes.service.js';
import { Role } from '#platform/http/actor.js';
import { Database } from '#platform/database/database.js';
import { REDIS } from '#platform/redis.js';
import { StoredFiles } from '#platform/storage/stored-files.js';
import { ownTestApp } from './app.js';
import { act, start, withUsers } from './call-scene.js';
import { TestQueue } from './event-queue.js';
import {
  createChannel,
  createPeople,
  createRealm,
  createUser,
  sendDirect,
  sendToStream,
  type TestRealm,
} from './factories.js';
import { animation } from './images.js';
import { samplePicture, storedPictures, upload as uploadPicture } from './pictures.js';
import { runJobs } from './run-jobs.js';
import { createScene } from './scene.js';
import { LATER } from './security-scene.js';
import { endProcesses, hasRedis, ServerProcess, startRedis } from './server-process.js';
import type { TestDatabase } from './test-database.js';
import { beginUpload } from './tus.js';
import { upload } from './uploads.js';

const DAYS = 24 * 3600;
const SCHEMA = 'chat';
const test = await ownTestApp(hasRedis() ? { REDIS_URL: await startRedis() } : {}, useSharedSchema);
afterAll(() => endProcesses());

/** Puts the tables into another schema than `public`, beside the table of another application. */
async function useSharedSchema({ connection }: TestDatabase): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(`
    ALTER SCHEMA public RENAME TO ${SCHEMA};
    CREATE SCHEMA public;
    CREATE TABLE ${SCHEMA}.orders AS
    SELECT n AS realm_id, n AS user_id, n AS message_id, n AS stream_id
    FROM generate_series(1, 10000) AS n;
    CREATE TABLE public.users AS SELECT * FROM ${SCHEMA}.orders;
    ALTER DATABASE ${connection.database} SET search_path = ${SCHEMA}, public`);
  await client.end();
}

/** An organization with rows in as many tables as possible. */
async function livelyRealm(): Promise<TestRealm> {
  const { realm, owner, member, guest } = await createScene(test, {
    member: {},
    guest: { role: Role.Guest },
  });
  const channel = await createChannel(owner, [member, guest]);
  await createPeople(test, realm, 20);
  await uploadPicture(owner, 'realm/emoji/sample', await animation('gif'));
  await uploadPicture(owner, 'realm/icon', await samplePicture());
  await uploadPicture(owner, 'users/me/avatar', await samplePicture());
  const { url } = await upload(owner);
  await beginUpload(owner, 10);
  await sendToStream(owner, channel.id, 'files', `[file](${url})`);
  const { user_id: botId } = await member.client.expect('POST', 'bots', {
    full_name: 'Sample Bot',
    short_name: 'sample',
    bot_type: 3,
    payload_url: 'https://example.com/hook',
  });
  // A newer user owns the bot now.
  const young = await createUser(test, realm, { role: Role.Administrator });
  await owner.client.expect('PATCH', `bots/${botId as number}`, { bot_owner_id: young.userId });
  await TestQueue.register(member.client);
  const message = await sendToStream(member, channel.id, 'plans', 'Hello https://example.com');
  const poll = await sendToStream(member, channel.id, 'plans', '/poll Where?\nHere');
  await sendDirect(member, [owner, guest], 'Hello');
  const database = test.app.get(Database);
  await database.query(
    `INSERT INTO missed_message_emails (user_id, message_id, reason, due_at)
     VALUES ($1, $2, 'mention', now())`,
    [member.userId, message],
  );
  await database.query(
    `INSERT INTO email_reply_addresses (token_hash, user_id, message_id, created_at)
     VALUES ($1, $2, $3, now())`,
    [Buffer.from(`sample ${message}`), member.userId, message],
  );
  await database.query('INSERT INTO digest_emails (user_id, sent_at) VALUES ($1, now())', [
    member.userId,
  ]);
  const { client } = member;
  const emoji = { emoji_name: 'heart' };
  await client.expect('POST', `messages/${message}/reactions`, emoji);
  await client.expect('POST', 'submessage', {
    message_id: poll,
    msg_type: 'widget',
    content: JSON.stringify({ type: 'vote', key: 'canned,0', vote: 1 }),
  });
  await client.expect('PATCH', `messages/${message}`, { content: 'Hello again' });
  await client.expect('POST', 'users/me/status', { status_text: 'Here' });
  await client.expect('POST', 'users/me/presence', { status: 'active' });
  await client.expect('POST', 'users/me/alert_words', { alert_words: ['sample'] });
  await client.expect('POST', 'calls/sip-bearer/refresh');
  await client.expect('POST', 'drafts', {
    drafts: [{ type: '', to: [], topic: '', content: 'Sample' }],
  });
  await client.expect('POST', 'saved_snippets', { title: 'Sample', content: 'Sample' });
  await client.expect('POST', 'reminders', { message_id: message, ...LATER });
  await owner.client.expect('POST', 'scheduled_messages', {
    type: 'direct',
    to: [owner.userId],
    content: `[file](${url})`,
    ...LATER,
  });
  const token = { accessToken: 'sample', refreshToken: undefined, expiresAt: 0 };
  const videoCallTokens = test.app.get(VideoCallTokens, { strict: false });
  await videoCallTokens.save({ ...realm, ...member }, 'zoom', token);
  await client.expect('POST', `users/me/muted_users/${guest.userId}`);
  await client.expect('POST', 'user_topics', {
    stream_id: channel.id,
    topic: 'plans',
    visibility_policy: 3,
  });
  await owner.client.expect('POST', 'user_groups/create', {
    name: 'Sample',
    description: 'Sample',
    members: [member.userId],
    subgroups: [],
  });
  await owner.client.expect('POST', 'realm/filters', {
    pattern: '#(?P<id>[0-9]+)',
    url_template: 'https://example.com/{id}',
  });
  await owner.client.expect('POST', 'realm/domains', {
    domain: 'example.com',
    allow_subdomains: false,
  });
  await owner.client.expect('POST', 'realm/profile_fields', { name: 'Sample', field_type: 1 });
  await owner.client.expect('POST', 'channel_folders/create', {
    name: 'Sample',
    description: 'Sample',
  });
  await owner.client.expect('POST', 'invites/multiuse', { stream_ids: [channel.id] });
  const { callId } = await start(owner, withUsers(member));
  await act(owner, callId, 'hangup');
  await owner.client.expect('DELETE', `streams/${channel.id}`);
  await runJobs(test.app);
  return realm;
}

/** The number of rows of the organization, by table. */
async function rowsOf({ realmId }: TestRealm): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name, condition } of REALM_TABLES) {
    counts[name] = await count(`${name} WHERE ${condition}`, [realmId]);
  }
  return counts;
}

function query<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
  return test.app.get(Database).query<Row>(sql, values);
}

async function count(from: string, values: unknown[] = []): Promise<number> {
  const sql = `SELECT count(*)::integer AS count FROM ${from}`;
  const [row] = await query<{ count: number }>(sql, values);
  return row!.count;
}

function numberOfPictures(realm: TestRealm): Promise<number[]> {
  const kinds = ['avatars', 'emoji', 'realm_pictures'] as const;
  return Promise.all(kinds.map(async (kind) => (await storedPictures(test, realm, kind)).length));
}

/** The column of a condition. */
function columnOf(condition: string): string {
  return /^"?(\w+)/.exec(condition)![1]!;
}

/** The number of rows of all organizations and of other applications, by table. */
async function allRows(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const names = [...REALM_TABLES.map(({ name }) => name), 'orders', 'public.users'];
  for (const name of names) counts[name] = await count(name);
  return counts;
}

/** The same without rows that scheduled jobs delete. */
async function lastingRows(): Promise<Record<string, number>> {
  const { event_queues: _idle, ...counts } = await allRows();
  return counts;
}

/** The row of the finished deletion remains for a month. */
function withOneJob(rows: Record<string, number>): Record<string, number> {
  return { ...rows, resumable_jobs: rows['resumable_jobs']! + 1 };
}

async function close({ owner }: TestRealm, days: number | null): Promise<void> {
  await owner.client.expect('POST', 'realm/deactivate', { deletion_delay_days: days });
}

/** The scheduled job, which runs every ten minutes. */
async function deleteDue(): Promise<void> {
  await test.app.get(DeleteRealmService).startDue();
  await runJobs(test.app);
}

/** A worker that is killed after `batches` batches. */
async function workUntilKilled({ realmId }: TestRealm, batches: number): Promise<void> {
  const [job] = await query<{ id: number }>(
    `SELECT id FROM resumable_jobs WHERE kind = 'delete-realm' AND key = $1 AND finished_at IS NULL`,
    [String(realmId)],
  );
  let left = batches;
  const signal = {
    throwIfAborted() {
      left -= 1;
      if (left < 0) throw new Error('The process was killed');
    },
  } as AbortSignal;
  const { id } = job!;
  await test.app.get(RealmDeletionWorker).deleteRealm({ id }, { id: `${id}`, attempt: 1, signal });
}

/** Runs at most one batch; returns whether the deletion ended with it. */
async function workEnds(realm: TestRealm): Promise<boolean> {
  try {
    await workUntilKilled(realm, 1);
    return true;
  } catch (error) {
    expect(error).toMatchObject({ message: 'The process was killed' });
    return false;
  }
}

interface Reference {
  table: string;
  column: string;
  target: string;
  isNullable: boolean;
}

describe('the tables of the database', () => {
  const SERVER_TABLES = [
    'event_consumers',
    'finished_jobs',
    'job_store',
    'mails',
    'migrations',
    'rate_limits',
    'server_generations',
    'sip_signing_keys',
    'unreferenced_files',
    'worker_presence',
  ];
  const position = (name: string): number => {
    const names = [...REALM_TABLES.map((table) => table.name), 'realms', ...SERVER_TABLES];
    return names.indexOf(name);
  };

  it('belong to organizations or to the whole server', async () => {
    const tables = await query<{ name: string }>(
      `SELECT relname AS name FROM pg_class
       WHERE relnamespace = $1::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
         AND relname <> 'orders'`,
      [SCHEMA],
    );
    const expected = [...REALM_TABLES.map(({ name }) => name), 'realms', ...SERVER_TABLES];
    expect(tables.map(({ name }) => name).toSorted()).toEqual(expected.toSorted());
  });

  it('are deleted before the tables that they refer to', async () => {
    const references = await query<Reference>(
      `SELECT c.relname AS "table", a.attname AS "column", k.confrelid::regclass::text AS target,
         NOT a.attnotnull AS "isNullable"
       FROM pg_constraint k
       JOIN pg_class c ON c.oid = k.conrelid
       JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
       WHERE k.contype = 'f' AND NOT c.relispartition`,
    );
    const isInOrder = ({ table, column, target, isNullable }: Reference): boolean =>
      table === target
        ? isNullable && REALM_TABLES[position(table)]!.ownReferences.includes(column)
        : position(table) < position(target);
    expect(references.filter((reference) => !isInOrder(reference))).toEqual([]);
  });

  it('are searched by their own column for the organization, if they have one', async () => {
    const columns = await query<{ table: string; all: string[]; required: string[] }>(
      `SELECT c.relname AS "table", array_agg(a.attname::text) AS "all",
         array_agg(a.attname::text) FILTER (WHERE a.attnotnull) AS required
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
       WHERE c.relnamespace = $1::regnamespace AND a.attnum > 0
       GROUP BY c.relname`,
      [SCHEMA],
    );
    const columnsOf = new Map(columns.map((row) => [row.table, row]));
    for (const { name, condition } of REALM_TABLES) {
      const { all, required } = columnsOf.get(name)!;
      if (all.includes('realm_id')) expect(condition).toBe('realm_id = $1');
      else expect(required).toContain(columnOf(condition));
    }
    const withMessageId = REALM_TABLES.filter(({ name }) =>
      columnsOf.get(name)!.all.includes('message_id'),
    );
    expect(withMessageId.map(({ name }) => name).toSorted()).toEqual(MESSAGE_TABLES);
  });
});

describe('a batch', () => {
  it('finds its rows, and those that refer to them, by an index', async () => {
    const tables = REALM_TABLES;
    const named = [...tables.map(({ name }) => name), 'realms'];
    const columns = new Set(tables.map(({ name, condition }) => `${name}.${columnOf(condition)}`));
    const references = await query<{ reference: string }>(
      `SELECT k.conrelid::regclass || '.' || a.attname AS reference
       FROM pg_constraint k
       JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
       WHERE k.contype = 'f' AND k.confrelid::regclass::text = ANY($1)`,
      [named],
    );
    for (const { reference } of references) columns.add(reference);
    // One such row is enough.
    const indexed = await query<{ column: string }>(
      `SELECT i.indrelid::regclass || '.' || a.attname AS "column"
       FROM pg_index i
       JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
       JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am ON pg_am.oid = c.relam
       WHERE pg_am.amname = 'btree' AND (i.indpred IS NULL
         OR pg_get_expr(i.indpred, i.indrelid) = '(' || a.attname || ' IS NOT NULL)')`,
    );
    const known = new Set(indexed.map(({ column }) => column));
    expect([...columns].filter((column) => !known.has(column))).toEqual([]);
  });

  it('changes a limited number of rows', async () => {
    const realm = await createRealm(test);
    const people = await createPeople(test, realm, 5);
    const { owner, realmId } = realm;
    await query(`UPDATE users SET bot_owner_id = $1 WHERE id = ANY($2)`, [owner.userId, people]);
    const repository = test.app.get(RealmDeletionRepository);
    const tables = REALM_TABLES;
    const users = tables.find(({ name }) => name === 'users')!;
    const clear = (): Promise<number> =>
      repository.clearReference(realmId, users, 'bot_owner_id', 3);
    expect([await clear(), await clear(), await clear()]).toEqual([3, 2, 0]);
    const linkifiers = tables.find(({ name }) => name === 'linkifiers')!;
    for (let number = 0; number < 5; number += 1) {
      await owner.client.expect('POST', 'realm/filters', {
        pattern: `#${number}`,
        url_template: 'https://example.com',
      });
    }
    const remove = (): Promise<number> => repository.deleteRows(realmId, linkifiers, 3);
    expect([await remove(), await remove(), await remove()]).toEqual([3, 2, 0]);
  });
});

describe('messages', () => {
  it('are deleted in batches limited by the number of user messages', async () => {
    const realm = await createRealm(test);
    const { realmId, owner } = realm;
    const people = await createPeople(test, realm, 1_500);
    // Many messages without user messages precede some that all users received.
    const ids = await query<{ id: number }>(
      `INSERT INTO messages (realm_id, sender_id, recipient_id, topic, content, rendered_content,
         date_sent, client_name)
       SELECT $1, $2, id, 'plans', 'content', '<p>content</p>', now(), 'test'
       FROM (SELECT id FROM recipients WHERE realm_id = $1 LIMIT 1) r, generate_series(1, 3020)
       RETURNING id`,
      [realmId, owner.userId],
    );
    const popular = ids
      .map(({ id }) => id)
      .toSorted((a, b) => a - b)
      .slice(-20);
    await query(
      `INSERT INTO user_messages (user_id, message_id)
       SELECT u, m FROM unnest($1::integer[]) u, unnest($2::bigint[]) m`,
      [people, popular],
    );
    const repository = test.app.get(RealmDeletionRepository);
    const batches: number[][] = [];
    const remove = repository.deleteMessages.bind(repository);
    const spy = jest.spyOn(repository, 'deleteMessages').mockImplementation((batch) => {
      batches.push(batch);
      return remove(batch);
    });
    await close(realm, 14);
    test.clock.advance(14 * DAYS + 1);
    await deleteDue();
    spy.mockRestore();
    expect(await count('realms WHERE id = $1', [realmId])).toBe(0);
    expect(batches.length).toBeLessThan(20);
    // Three of them have 4,500 user messages; four would have too many.
    const together = batches.map((batch) => batch.filter((id) => popular.includes(id)).length);
    expect(Math.max(...together)).toBe(3);
  });
});

describe('a deactivated organization', () => {
  it('is deleted after its date, also when the process ends in between', async () => {
    const other = await livelyRealm();
    const [before, kept] = [await allRows(), await rowsOf(other)];
    const realm = await livelyRealm();
    const empty = Object.entries(await rowsOf(realm)).filter(([, rows]) => rows === 0);
    expect(empty.length).toBeLessThan(26);
    expect(await numberOfPictures(realm)).toEqual([3, 3, 2]);
    await close(realm, 14);
    await deleteDue();
    expect(await count('users WHERE realm_id = $1', [realm.realmId])).toBeGreaterThan(20);
    test.clock.advance(14 * DAYS + 1);
    await test.app.get(DeleteRealmService).startDue();
    await expect(workUntilKilled(realm, 0)).rejects.toThrow('The process was killed');
    let kills = 0;
    while (!(await workEnds(realm))) kills += 1;
    expect(kills).toBe(4);
    await deleteDue();
    expect(await count('realms WHERE id = $1', [realm.realmId])).toBe(0);
    for (const rows of Object.values(await rowsOf(realm))) expect(rows).toBe(0);
    expect(await allRows()).toEqual(withOneJob(before));
    expect(await rowsOf(other)).toEqual(kept);
    // Their files are deleted by the job that deletes all unreferenced files.
    const storedFiles = test.app.get(StoredFiles, { strict: false });
    await storedFiles.deleteDue(new AbortController().signal);
    expect(await numberOfPictures(realm)).toEqual([0, 0, 0]);
    expect(await numberOfPictures(other)).toEqual([3, 3, 2]);
    // Cached values of the organization expire.
    test.clock.advance(6);
    expect((await realm.owner.client.get('users/me')).status).toBe(401);
    const again = await createRealm(test, realm.host.split('.')[0]);
    await again.owner.client.expect('GET', 'users/me');
    await other.owner.client.expect('GET', 'users/me');
  });

  it('stays when its deletion was not requested', async () => {
    const realm = await createRealm(test);
    await close(realm, null);
    test.clock.advance(10_000 * DAYS);
    await deleteDue();
    expect(await count('realms WHERE id = $1', [realm.realmId])).toBe(1);
  });

  it('can be reactivated before its date, which cancels the deletion', async () => {
    const realm = await createRealm(test);
    await close(realm, 14);
    test.clock.advance(6);
    expect((await realm.owner.client.get('users/me')).status).toBe(401);
    const reopen = (): Promise<boolean> =>
      test.app
        .get(Database)
        .transaction(() => test.app.get(RealmChanges).reactivate(realm.realmId));
    expect(await reopen()).toBe(true);
    expect(await reopen()).toBe(false);
    await realm.owner.client.expect('GET', 'users/me');
    test.clock.advance(15 * DAYS);
    await deleteDue();
    await realm.owner.client.expect('GET', 'users/me');
    await close(realm, 14);
    test.clock.advance(15 * DAYS);
    await test.app.get(DeleteRealmService).startDue();
    await expect(workUntilKilled(realm, 1)).rejects.toThrow('killed');
    expect(await reopen()).toBe(false);
  });
});

describe('a worker process', () => {
  async function startWorker(): Promise<ServerProcess> {
    const { secretKey, externalUrl, redisUrl } = test.config;
    const worker = new ServerProcess('worker', {
      DATABASE_URL: test.database.url,
      SECRET_KEY: secretKey,
      EXTERNAL_URL: externalUrl.href,
      WORKER_QUEUES: 'realm-deletion',
      ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl }),
    });
    await worker.ready();
    return worker;
  }

  async function eventually(condition: () => Promise<boolean>): Promise<void> {
    const deadline = performance.now() + 90_000;
    while (!(await condition())) {
      if (performance.now() > deadline) throw new Error('It did not come to that in time');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  it('may be killed: the next one finishes, and other organizations are not affected', async () => {
    const other = await livelyRealm();
    const [before, kept] = [await lastingRows(), await rowsOf(other)];
    const realm = await livelyRealm();
    const { realmId, owner } = realm;
    const ids = await query<{ id: number }>(
      `INSERT INTO messages (realm_id, sender_id, recipient_id, topic, content, rendered_content,
         date_sent, client_name)
       SELECT $1, $2, id, 'plans', 'content', '<p>content</p>', now(), 'test'
       FROM (SELECT id FROM recipients WHERE realm_id = $1 LIMIT 1) r, generate_series(1, 3000)
       RETURNING id`,
      [realmId, owner.userId],
    );
    const messages = (): Promise<number> => count('messages WHERE realm_id = $1', [realmId]);
    await close(realm, 14);
    await query(`UPDATE realms SET deletion_date = now() - interval '1 hour' WHERE id = $1`, [
      realmId,
    ]);
    const first = await startWorker();
    const holder = new pg.Client(test.database.connection);
    await holder.connect();
    // The batch with this message waits, so that the deletion is in progress.
    await holder.query('BEGIN');
    await holder.query('SELECT 1 FROM messages WHERE id = $1 FOR UPDATE', [ids[1500]!.id]);
    await test.app.get(DeleteRealmService).startDue();
    await eventually(async () => (await messages()) < 2900);
    first.kill('SIGKILL');
    expect(await first.ended).toBe('SIGKILL');
    await holder.end();
    expect(await messages()).toBeGreaterThan(1000);
    await startWorker();
    await eventually(async () => (await count('realms WHERE id = $1', [realmId])) === 0);
    expect(await lastingRows()).toEqual(withOneJob(before));
    expect(await rowsOf(other)).toEqual(kept);
    await other.owner.client.expect('GET', 'users/me');
    const redis = test.app.get<Redis | undefined>(REDIS);
    const names = (await redis?.keys('parley:presence:*')) ?? [];
    expect(names.filter((name) => name.includes(`:${realmId}:`))).toEqual([]);
    if (redis) {
      expect(names).toContain(`parley:presence:${other.realmId}:times`);
      expect(await redis.smembers('parley:presence:realms')).not.toContain(String(realmId));
    }
  }, 150_000);
});
