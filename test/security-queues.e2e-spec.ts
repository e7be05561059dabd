// A queue exists for up to a week, in the database and in the memory of every process that serves it. Its
// size is limited, however much a client sends when it registers.
import { expect, it } from '@jest/globals';
import { Database } from '#platform/database/database.js';
import { ownTestApp } from './app.js';
import { createRealm } from './factories.js';
import { expectCheap, explain } from './query-plans.js';

const MOST_BYTES = 300_000;
const HUGE = 800_000;
const test = await ownTestApp();
const realm = await createRealm(test);

async function keptBytes(): Promise<number[]> {
  const rows = await test.app
    .get(Database)
    .query<{ bytes: number }>('SELECT octet_length(options::text) AS bytes FROM event_queues');
  return rows.map(({ bytes }) => bytes);
}

it.each<[string, Record<string, unknown>]>([
  ['a kind of event', { event_types: ['x'.repeat(HUGE)] }],
  ['kinds of events', { event_types: list(500, (i) => `${i}${'x'.repeat(HUGE / 500)}`) }],
  ['an operand', { narrow: [['topic', 'x'.repeat(HUGE)]] }],
  ['operands', { narrow: list(100, () => ['topic', 'x'.repeat(HUGE / 100)]) }],
])('is not registered with %s of a huge length', async (_what, parameters) => {
  const refused = await realm.owner.client.post('register', parameters);
  expect(refused).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
  expect(await keptBytes()).toEqual([]);
});

it('stores no unknown capability', async () => {
  const unknown = Object.fromEntries(list(5_000, (i) => [`capability ${i}`, true]));
  await realm.owner.client.expect('POST', 'register', {
    client_capabilities: { ...unknown, empty_topic_name: true },
    event_types: list(500, () => 'x'.repeat(100)),
    narrow: list(100, () => ['topic', 'x'.repeat(1000)]),
    fetch_event_types: [],
  });
  const [bytes] = await keptBytes();
  expect(bytes).toBeLessThan(MOST_BYTES);
  const rows = await test.app
    .get(Database)
    .query(`SELECT options -> 'capabilities' AS known FROM event_queues`);
  expect(rows).toEqual([{ known: { empty_topic_name: true } }]);
});

it('is found by another process without reading events', async () => {
  const own = await createRealm(test);
  const { queue_id: id, last_event_id: last } = await own.owner.client.expect('POST', 'register');
  const database = test.app.get(Database);
  await database.query(
    `INSERT INTO event_log (realm_id, id, type, payload, audience)
     SELECT $1, nextval('event_log_id_seq'), 'heartbeat', '{}', '{"kind":"internal"}'
     FROM generate_series(1, 20000)`,
    [own.realmId],
  );
  await database.query('ANALYZE event_log');
  // Sequential scans of empty partitions are allowed.
  const partitions = await database.query<{ name: string }>(
    'SELECT DISTINCT tableoid::regclass::text AS name FROM event_log',
  );
  const poll = { queue_id: id, last_event_id: last, dont_block: true };
  const plans = await explain(
    test,
    () => own.owner.client.expect('GET', 'events', poll),
    'FROM event_queues q JOIN',
  );
  expectCheap(
    plans,
    10,
    partitions.map(({ name }) => name),
  );
});

function list<Item>(length: number, item: (index: number) => Item): Item[] {
  return Array.from({ length }, (_, index) => item(index));
}
