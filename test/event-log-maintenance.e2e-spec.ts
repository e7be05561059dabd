import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Database } from '#platform/database/database.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { EventLogMaintenance } from '#platform/event-log/event-log-maintenance.js';
import { EventTail } from '#platform/event-log/event-tail.js';
import { ownTestApp } from './app.js';
import { Client } from './client.js';
import { TestQueue } from './event-queue.js';
import { createRealm, sendDirect, type TestRealm } from './factories.js';
import { runJobs } from './run-jobs.js';

const test = await ownTestApp();
const maintenance = test.app.get(EventLogMaintenance);

afterEach(() => {
  jest.restoreAllMocks();
});

async function query<Row>(sql: string, values: unknown[] = []): Promise<Row[]> {
  return test.dataSource.query<Row[]>(sql, values);
}

async function partitions(): Promise<string[]> {
  const rows = await query<{ name: string }>(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits
     WHERE inhparent = 'event_log'::regclass ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

async function idsIn(table: string, realm: TestRealm): Promise<number[]> {
  const rows = await query<{ id: number }>(
    `SELECT id FROM ${table} WHERE realm_id = $1 ORDER BY id`,
    [realm.realmId],
  );
  return rows.map(({ id }) => id);
}

/** The day `ahead` days from now by the clock of the database. */
async function tableOf(ahead: number): Promise<string> {
  const [row] = await query<{ name: string }>(
    `SELECT 'event_log_' || to_char((now() AT TIME ZONE 'UTC')::date + $1::integer, 'YYYYMMDD') AS name`,
    [ahead],
  );
  return row!.name;
}

/** Collects the `lock_timeout` that is in force when a statement with this beginning is sent. */
function lockTimeoutsOf(beginning: string): string[] {
  const database = test.app.get(Database);
  const send = database.query.bind(database);
  const found: string[] = [];
  jest.spyOn(database, 'query').mockImplementation(async (text, ...rest) => {
    if (text.startsWith(beginning)) {
      const [row] = await send<{ lock_timeout: string }>('SHOW lock_timeout');
      found.push(row!.lock_timeout);
    }
    return send(text, ...rest);
  });
  return found;
}

let oldDays = 0;

/** Creates a partition for a day long ago, a different one at each call. */
async function createOldPartition(): Promise<{ table: string; noon: string }> {
  const day = String(10 + oldDays++);
  const table = `event_log_202001${day}`;
  await query(
    `CREATE TABLE ${table} PARTITION OF event_log
     FOR VALUES FROM ('2020-01-${day} 00:00+00') TO ('2020-01-${Number(day) + 1} 00:00+00')`,
  );
  return { table, noon: `2020-01-${day} 12:00+00` };
}

/** Makes all events of the realm old. */
async function age(realm: TestRealm, noon: string): Promise<void> {
  await query(`UPDATE event_log SET created_at = $2 WHERE realm_id = $1`, [realm.realmId, noon]);
}

describe('partitions of the event log', () => {
  it('exist for today and three days more', async () => {
    const days = await Promise.all([0, 1, 2, 3].map(tableOf));
    expect(await partitions()).toEqual([...days, 'event_log_default'].toSorted());
    const realm = await createRealm(test);
    expect(await idsIn('event_log_default', realm)).toEqual([]);
    expect(await idsIn(days[0]!, realm)).not.toEqual([]);
  });

  it('take over rows of the default partition', async () => {
    const today = await tableOf(0);
    const realm = await createRealm(test);
    await query(`ALTER TABLE event_log DETACH PARTITION ${today}`);
    await query(`ALTER TABLE ${today} RENAME TO set_aside`);
    const queue = await TestQueue.register(realm.owner.client);
    await sendDirect(realm.owner, [realm.owner], 'between the days');
    const ids = await idsIn('event_log_default', realm);
    expect(ids.length).toBeGreaterThan(0);
    await maintenance.run();
    expect(await idsIn('event_log_default', realm)).toEqual([]);
    expect(await idsIn(today, realm)).toEqual(ids);
    expect(await queue.poll()).toMatchObject([{ type: 'message' }]);
    await query(`INSERT INTO ${today} SELECT * FROM set_aside`);
    await query('DROP TABLE set_aside');
  });

  it('are created once by concurrent processes', async () => {
    const another = await test.startAnother();
    try {
      const last = await tableOf(3);
      await query(`DROP TABLE ${last}`);
      const { table } = await createOldPartition();
      const other = another.app.get(EventLogMaintenance);
      await Promise.all([maintenance, other, maintenance, other].map((one) => one.run()));
      expect(await partitions()).toContain(last);
      expect(await partitions()).not.toContain(table);
    } finally {
      await another.close();
    }
  });

  it('are dropped only when every consumer has read them', async () => {
    const realm = await createRealm(test);
    const { table, noon } = await createOldPartition();
    await age(realm, noon);
    await maintenance.run();
    expect(await partitions()).toContain(table);
    expect(await idsIn(table, realm)).not.toEqual([]);
    await runJobs(test.app);
    await age(realm, noon);
    await runJobs(test.app);
    await maintenance.run();
    expect(await partitions()).not.toContain(table);
  });

  it('keep the position of a realm without new events', async () => {
    const realm = await createRealm(test);
    const queue = await TestQueue.register(realm.owner.client, { event_types: ['message'] });
    await queue.now();
    const latest = await test.app.get(EventLog).latestId(realm.realmId);
    const { table, noon } = await createOldPartition();
    await runJobs(test.app);
    await age(realm, noon);
    await runJobs(test.app);
    await maintenance.run();
    expect(await partitions()).not.toContain(table);
    expect(await test.app.get(EventLog).latestId(realm.realmId)).toBeGreaterThanOrEqual(latest);
    const another = await test.startAnother();
    try {
      const restarted = queue.through(new Client(another.port, realm.host).as(realm.owner));
      expect(await restarted.now()).toEqual([]);
      await sendDirect(realm.owner, [realm.owner], 'after the silence');
      expect(await restarted.poll()).toMatchObject([{ type: 'message' }]);
      await runJobs(test.app);
      await another.app.get(EventLogMaintenance).run();
      expect(await idsIn('event_log_default', realm)).toEqual([]);
    } finally {
      await another.close();
    }
  });

  it('are dropped later if a reader holds a lock', async () => {
    const { table } = await createOldPartition();
    const reader = test.dataSource.createQueryRunner();
    await reader.startTransaction();
    await reader.query('SELECT count(*) FROM event_log');
    const limits = lockTimeoutsOf('DROP TABLE');
    await expect(maintenance.run()).rejects.toMatchObject({ code: '55P03' });
    expect(limits).toEqual(['1s']);
    const realm = await createRealm(test);
    await test.app.get(EventTail).catchUp(realm.realmId);
    await reader.rollbackTransaction();
    await reader.release();
    await maintenance.run();
    expect(await partitions()).not.toContain(table);
  });
});
