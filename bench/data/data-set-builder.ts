// Builds a data set as a database that runs copy. Parley creates the schema, the realm and a first
// channel; set-based statements add the rest, within half a minute.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { type ChildProcesses, PROJECT } from '../processes/child-processes.js';
import { HttpConnection } from '../processes/http-connection.js';
import type { Progress } from '../progress.js';
import type { BenchDatabase } from './bench-database.js';
import type { BenchServer } from './bench-server.js';
import { apiKeyOf, type DataSetSize, READERS, RARE_WORDS, TOPICS } from './data-set.js';

const BUILDING = 'bench_building';
const OWNER = { email: 'owner@example.com', password: 'sample-password' };
const PATTERN = 'pattern';
/** Share of the messages, counted from the newest, that the reader has not read. */
const UNREAD_SHARE = 0.9;

/** Returns the name of the database with the data set, and builds it if it does not exist. */
export async function ensureDataSet(
  server: BenchServer,
  processes: ChildProcesses,
  size: DataSetSize,
  progress: Progress,
): Promise<string> {
  const prefix = `bench_${size.name}_`;
  const name = prefix + (await version());
  const names = await server.names();
  if (names.includes(name)) return name;
  for (const old of names) if (old.startsWith(prefix)) await server.drop(old);
  progress.say(`building the ${size.name} data set: the schema, by Parley`);
  await server.drop(BUILDING);
  await server.create(BUILDING);
  const database = server.database(BUILDING);
  await makeRealm(database, processes);
  await fill(database, size, progress);
  await server.rename(BUILDING, name);
  return name;
}

/** Hash of schema and builder, so that outdated data sets are not used. */
async function version(): Promise<string> {
  const hash = createHash('sha256');
  const migrations = join(PROJECT, 'dist/platform/database/migrations');
  const files = (await readdir(migrations)).filter((file) => file.endsWith('.js')).toSorted();
  for (const file of files) hash.update(await readFile(join(migrations, file)));
  for (const file of ['data-set-builder.js', 'data-set.js']) {
    hash.update(await readFile(fileURLToPath(new URL(file, import.meta.url))));
  }
  return hash.digest('hex').slice(0, 12);
}

async function makeRealm(database: BenchDatabase, processes: ChildProcesses): Promise<void> {
  const parley = await processes.startParley({
    role: 'api',
    environment: {
      DATABASE_URL: database.url,
      OWNER_EMAIL: OWNER.email,
      OWNER_PASSWORD: OWNER.password,
    },
  });
  const connection = await HttpConnection.open(parley.port);
  const { api_key: key } = await connection.askJson<{ api_key: string }>({
    method: 'POST',
    path: '/api/v1/fetch_api_key',
    fields: { username: OWNER.email, password: OWNER.password },
  });
  await connection.askJson({
    method: 'POST',
    path: '/api/v1/users/me/subscriptions',
    authorization: `Basic ${Buffer.from(`${OWNER.email}:${key}`).toString('base64')}`,
    fields: { subscriptions: JSON.stringify([{ name: PATTERN }]) },
  });
  connection.close();
  await parley.stop();
}

async function fill(database: BenchDatabase, size: DataSetSize, progress: Progress): Promise<void> {
  const client = await database.superuserClient();
  // The rows are consistent by construction, so their foreign keys need no check.
  await client.query(`SET session_replication_role = replica; SET synchronous_commit = off`);
  await client.query(`SET work_mem = '256MB'; SET maintenance_work_mem = '512MB'`);
  const step = async (title: string, ...statements: string[]): Promise<void> => {
    progress.say(`building the ${size.name} data set: ${title}`);
    for (const statement of statements) await client.query(statement);
  };
  await step(`${size.users} users`, ...users(size));
  await step(`${size.channels} channels`, ...channels(size));
  await step('subscriptions', ...subscriptions(size));
  const indexes = await dropIndexes(client, ['messages', 'user_messages']);
  // The rows are inserted in the order of messages, not of this key.
  const key = await dropConstraint(client, 'user_messages', 'user_messages_pkey');
  await step(`${size.messages} messages`, ...messages(size));
  await step('indexes', key, ...indexes);
  await step('statistics', 'DROP SCHEMA bench CASCADE', 'VACUUM (FREEZE, ANALYZE)', 'CHECKPOINT');
  await database.close();
}

function users({ users: count }: DataSetSize): string[] {
  const key = `sha256(overlay('${apiKeyOf(0)}' placing n::text from 33 - length(n::text))::bytea)`;
  return [
    `CREATE SCHEMA bench`,
    `WITH added AS (
       INSERT INTO users (realm_id, email, delivery_email, full_name, role, date_joined,
         api_key_hash, api_key_sealed)
       SELECT realm.id, email, email, 'Sample User ' || n, 400, now() - interval '1 year', ${key}, sealed
       FROM (SELECT id FROM realms ORDER BY id LIMIT 1) realm,
         (SELECT api_key_sealed AS sealed FROM users ORDER BY id LIMIT 1) first, generate_series(1, ${count}) AS n,
         concat('user', n, '@example.com') AS email
       ORDER BY n
       RETURNING id, realm_id
     )
     SELECT row_number() OVER (ORDER BY id) AS n, id, realm_id INTO bench.people FROM added`,
    `INSERT INTO user_group_members (group_id, user_id)
     SELECT g.id, p.id FROM user_groups g JOIN bench.people p ON p.realm_id = g.realm_id
     WHERE g.name IN ('role:members', 'role:fullmembers')`,
  ];
}

/** Copies of the channel that Parley created, with other names. */
function channels({ channels: count }: DataSetSize): string[] {
  const names = Object.keys(READERS).map((name) => `('${name}')`);
  return [
    `INSERT INTO streams (realm_id, name, description, rendered_description, date_created,
       creator_id, invite_only, is_web_public, history_public_to_subscribers, permissions)
     SELECT realm_id, wanted.name, 'A sample channel', '<p>A sample channel</p>', date_created,
       creator_id, invite_only, is_web_public, history_public_to_subscribers, permissions
     FROM streams, (
       VALUES ${names.join(', ')} UNION ALL
       SELECT 'channel ' || n FROM generate_series(1, ${count}) AS n
     ) AS wanted (name)
     WHERE streams.name = '${PATTERN}'`,
    `INSERT INTO recipients (realm_id, stream_id)
     SELECT realm_id, id FROM streams WHERE id NOT IN (
       SELECT stream_id FROM recipients WHERE stream_id IS NOT NULL)`,
    `SELECT substr(s.name, 9)::integer AS n, s.id, r.id AS recipient_id INTO bench.channels
     FROM streams s JOIN recipients r ON r.stream_id = s.id WHERE s.name LIKE 'channel %'`,
  ];
}

/** Each user is subscribed to ten channels, the reader to all. */
function subscriptions({ channels: count }: DataSetSize): string[] {
  return [
    ...Object.entries(READERS).map(
      ([name, readers]) =>
        `INSERT INTO subscriptions (user_id, stream_id, color)
         SELECT p.id, s.id, '#76ce90' FROM bench.people p, streams s
         WHERE s.name = '${name}' AND p.n <= ${readers}`,
    ),
    `INSERT INTO subscriptions (user_id, stream_id, color)
     SELECT p.id, c.id, '#76ce90' FROM bench.people p
     CROSS JOIN generate_series(0, 9) AS k
     JOIN bench.channels c ON c.n = 1 + (p.n * 10 + k) % ${count}
     WHERE p.n > 1`,
    `INSERT INTO subscriptions (user_id, stream_id, color)
     SELECT p.id, c.id, '#76ce90' FROM bench.people p, bench.channels c WHERE p.n = 1`,
    `UPDATE streams s SET subscriber_count = c.n FROM (
       SELECT stream_id, count(*) AS n FROM subscriptions GROUP BY stream_id
     ) c WHERE c.stream_id = s.id`,
  ];
}

/** Two fifths go to the first channel, the others to all in turn. Sender and reader receive each. */
function messages({ users: people, channels: count, messages: total }: DataSetSize): string[] {
  return [
    `WITH written AS (
       INSERT INTO messages (realm_id, sender_id, recipient_id, topic, content, rendered_content,
         date_sent, client_name, search_vector)
       SELECT sender.realm_id, sender.id, channel.recipient_id, 'topic ' || number % ${TOPICS},
         text, '<p>' || text || '</p>', now() - (${total} - number) * interval '20 seconds', 'website',
         to_tsvector('simple', text)
       FROM generate_series(1, ${total}) AS series (number)
       JOIN bench.people sender ON sender.n = 2 + (number::bigint * 7919) % (${people} - 1)
       JOIN bench.channels channel
         ON channel.n = CASE WHEN number % 5 < 2 THEN 1 ELSE 1 + (number::bigint * 31) % ${count} END,
         concat('Sample message ', number, ' on subject', number % ${RARE_WORDS}, repeat(' with some more words', number % 12)) AS text
       ORDER BY number
       RETURNING id, sender_id, recipient_id
     ), first AS (
       UPDATE streams s SET first_message_id = w.id FROM (
         SELECT c.id AS stream_id, min(w.id) AS id
         FROM written w JOIN bench.channels c ON c.recipient_id = w.recipient_id GROUP BY c.id
       ) w WHERE w.stream_id = s.id
     )
     INSERT INTO user_messages (user_id, message_id, flags)
     SELECT p.id, w.id, CASE WHEN w.row < ${total * (1 - UNREAD_SHARE)} THEN 1 ELSE 0 END
     FROM bench.people p, (SELECT id, row_number() OVER (ORDER BY id) AS row FROM written) w
     WHERE p.n = 1
     UNION ALL
     SELECT sender_id, id, 1 FROM written`,
  ];
}

/** Drops all indexes without a constraint and returns the statements that create them. */
async function dropIndexes(client: pg.Client, tables: string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT i.indexrelid::regclass AS name, pg_get_indexdef(i.indexrelid) AS definition
     FROM pg_index i WHERE i.indrelid = ANY($1::regclass[]) AND NOT i.indisunique`,
    [tables],
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  return rows.map(({ definition }) => definition);
}

/** Drops a constraint and returns the statement that creates it. */
async function dropConstraint(client: pg.Client, table: string, name: string): Promise<string> {
  const { rows } = await client.query<{ definition: string }>(
    `SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE conname = $1`,
    [name],
  );
  await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  return `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${rows[0]!.definition}`;
}
