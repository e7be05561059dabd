// Transactions of the Database: what is sent early, what runs when, and that nothing of a failed
// one remains.
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { pino } from 'pino';
import { PinoLogger } from 'nestjs-pino';
import type { DataSource } from 'typeorm';
import { openDataSource } from '#platform/database/data-source.js';
import { Database } from '#platform/database/database.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';

let test: TestDatabase;
let dataSource: DataSource;
let database: Database;
let observer: pg.Client;

beforeAll(async () => {
  test = await createTestDatabase();
  observer = new pg.Client(test.connection);
  await observer.connect();
  // As on a server for more than tests.
  await observer.query(`ALTER DATABASE ${test.connection.database} SET synchronous_commit = on`);
  const logger = pino({ level: 'silent' });
  dataSource = await openDataSource(test.connection, {
    poolSize: 4,
    logger,
    applicationName: 'parley test',
  });
  database = new Database(dataSource, new PinoLogger({ pinoHttp: { logger } }));
  await observer.query(
    'CREATE TABLE sample (id integer PRIMARY KEY DEFERRABLE INITIALLY DEFERRED)',
  );
});
afterAll(async () => {
  await observer.end();
  await dataSource.destroy();
  await test.drop();
});
beforeEach(() => observer.query('TRUNCATE sample'));

const insert = (id: number, last = false): Promise<object[]> =>
  database.query('INSERT INTO sample VALUES ($1)', [id], { prepare: true, last });

async function stored(): Promise<number[]> {
  const { rows } = await observer.query<{ id: number }>('SELECT id FROM sample ORDER BY id');
  return rows.map(({ id }) => id);
}

describe('a transaction', () => {
  it('commits what it did, with its last statement or after it', async () => {
    await database.transaction(async () => {
      await insert(1);
      database.beforeCommit(async () => void (await insert(2)));
      database.beforeCommit(async () => void (await insert(3, true)));
    });
    await database.transaction(() => insert(4));
    expect(await stored()).toEqual([1, 2, 3, 4]);
  });

  it('takes a statement for the last only when nothing follows', async () => {
    await database.transaction(async () => {
      await insert(1, true);
      database.beforeCommit(async () => void (await insert(2, true)));
      database.beforeCommit(async () => void (await insert(3)));
    });
    expect(await stored()).toEqual([1, 2, 3]);
  });

  it('refuses a statement behind its last', async () => {
    const late = database.transaction(async () => {
      database.beforeCommit(async () => {
        await insert(1, true);
        await insert(2);
      });
    });
    await expect(late).rejects.toThrow('already committed');
    expect(await stored()).toEqual([1]);
  });

  it.each([
    ['its work fails', () => Promise.reject(new Error('no'))],
    ['a statement fails', () => database.query('SELECT 1 / 0')],
    [
      'its last statement fails',
      async () => {
        database.beforeCommit(
          async () => void (await database.query('SELECT 1 / 0', [], { last: true })),
        );
      },
    ],
    [
      'a statement failed and nobody minded',
      async () => void (await database.query('SELECT 1 / 0').catch(() => undefined)),
    ],
    [
      'the commit that goes along with its last statement fails',
      async () => database.beforeCommit(async () => void (await insert(1, true))),
    ],
  ])('leaves nothing when %s, and the connection is good again', async (_title, fail) => {
    const followed = jest.fn();
    const failing = database.transaction(async () => {
      await insert(1);
      database.afterCommit(followed);
      await fail();
    });
    await expect(failing).rejects.toThrow();
    expect(followed).not.toHaveBeenCalled();
    await Promise.all([10, 11, 12, 13].map((id) => database.transaction(() => insert(id))));
    expect(await stored()).toEqual([10, 11, 12, 13]);
  });

  it('is tried again after a serialization failure, and what follows happens once', async () => {
    const followed = jest.fn();
    let attempts = 0;
    await database.transaction(
      async () => {
        attempts++;
        database.afterCommit(followed);
        await database.query('SELECT * FROM sample');
        if (attempts === 1) await observer.query('INSERT INTO sample VALUES (1)');
        await database.query('UPDATE sample SET id = id + 1');
        await database.query('LOCK TABLE sample');
        if (attempts === 1) throw Object.assign(new Error('conflict'), { code: '40001' });
      },
      { isolation: 'snapshot' },
    );
    expect(attempts).toBe(2);
    expect(followed).toHaveBeenCalledTimes(1);
    expect(await stored()).toEqual([2]);
  });

  it('sees one moment when it asks for a snapshot', async () => {
    const counts = await database.transaction(
      async () => {
        const before = await database.query('SELECT * FROM sample');
        await observer.query('INSERT INTO sample VALUES (1)');
        return [before.length, (await database.query('SELECT * FROM sample')).length];
      },
      { isolation: 'snapshot' },
    );
    expect(counts).toEqual([0, 0]);
  });

  it('waits for the disk unless its data may be lost', async () => {
    const setting = async (): Promise<unknown> =>
      (await database.query('SHOW synchronous_commit'))[0];
    expect(await database.transaction(setting)).toEqual({ synchronous_commit: 'on' });
    expect(await database.transaction(setting, { fireAndForget: true })).toEqual({
      synchronous_commit: 'off',
    });
    expect(await database.transaction(setting)).toEqual({ synchronous_commit: 'on' });
  });

  it("is joined by TypeORM's own statements", async () => {
    const failing = database.transaction(async () => {
      await database.manager.query('INSERT INTO sample VALUES (1)');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await stored()).toEqual([]);
  });
});
