// Transactions of the Database and of group commit: the order of their steps, and that nothing of a
// failed one remains.
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { setImmediate as nextTurn } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { PinoLogger } from 'nestjs-pino';
import { type DataSource, Entity, PrimaryColumn, type Repository } from 'typeorm';
import { openDataSource } from '#platform/database/data-source.js';
import { Database } from '#platform/database/database.js';
import { RunningProcesses } from '#platform/database/running-processes.js';
import { GroupCommit } from '#platform/database/group-commit.js';
import { logScope } from '#platform/logging.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';

@Entity('sample')
class SampleEntity {
  @PrimaryColumn('integer')
  id!: number;
}

let test: TestDatabase;
let dataSource: DataSource;
let database: Database;
let samples: Repository<SampleEntity>;
let observer: pg.Client;

beforeAll(async () => {
  test = await createTestDatabase();
  observer = new pg.Client(test.connection);
  await observer.connect();
  // As in production.
  await observer.query(`ALTER DATABASE ${test.connection.database} SET synchronous_commit = on`);
  const logger = pino({ level: 'silent' });
  dataSource = await openDataSource(test.connection, {
    poolSize: 4,
    logger,
    applicationName: 'parley test',
    entities: [SampleEntity],
  });
  samples = dataSource.getRepository(SampleEntity);
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

const insert = (id: number): Promise<object[]> =>
  database.query('INSERT INTO sample VALUES ($1)', [id], { prepare: true });

async function stored(): Promise<number[]> {
  const { rows } = await observer.query<{ id: number }>('SELECT id FROM sample ORDER BY id');
  return rows.map(({ id }) => id);
}

describe('a transaction', () => {
  it('commits its work and that of beforeCommit', async () => {
    await database.transaction(async () => {
      await insert(1);
      database.beforeCommit(async () => {
        await insert(2);
        database.beforeCommit(async () => void (await insert(4)));
      });
      database.beforeCommit(async () => void (await insert(3)));
    });
    await database.transaction(() => insert(5));
    expect(await stored()).toEqual([1, 2, 3, 4, 5]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['statements', () => insert(2)],
    ['statements of repositories', () => samples.insert({ id: 2 })],
  ])('refuses %s after the commit', async (_title, statement) => {
    let resume = (): void => undefined;
    let late: Promise<unknown> | undefined;
    await database.transaction(async () => {
      const stopped = new Promise<void>((resolve) => (resume = resolve));
      late = stopped.then(statement);
      await insert(1);
    });
    resume();
    await expect(late).rejects.toThrow('already committed');
    expect(await stored()).toEqual([1]);
  });

  it.each([
    ['its work fails', () => Promise.reject(new Error('no'))],
    ['a statement fails', () => database.query('SELECT 1 / 0')],
    [
      'a statement before the commit fails',
      async () => {
        database.beforeCommit(async () => void (await database.query('SELECT 1 / 0')));
      },
    ],
    [
      'the error of a statement was ignored',
      async () => void (await database.query('SELECT 1 / 0').catch(() => undefined)),
    ],
    ['its commit fails', async () => database.beforeCommit(async () => void (await insert(1)))],
  ])('changes nothing when %s, and the connection stays usable', async (_title, fail) => {
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

  it('refuses statements after a failure, although its work continues', async () => {
    let resume = (): void => undefined;
    let late: Promise<object[]> | undefined;
    const failing = database.transaction(async () => {
      const stopped = new Promise<void>((resolve) => (resume = resolve));
      late = stopped.then(() => insert(1));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    resume();
    await expect(late).rejects.toThrow('already rolled back');
    expect(await stored()).toEqual([]);
  });

  it('fails with the error of the first of several statements that were sent together', async () => {
    let attempts = 0;
    await database.transaction(async () => {
      attempts++;
      await insert(1);
      const failing =
        attempts === 1
          ? database.query(`DO $$ BEGIN RAISE SQLSTATE '40P01'; END $$`)
          : Promise.resolve([]);
      // The failure reaches this promise later than that of the statement after it.
      const slower = failing.catch(async (error: unknown) => {
        await nextTurn();
        throw error;
      });
      await Promise.all([insert(2), slower]);
    });
    expect(attempts).toBe(2);
    expect(await stored()).toEqual([1, 2]);
  });

  it('is repeated after a serialization failure, and runs its afterCommit callbacks once', async () => {
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

  it('reads one snapshot of the database with the isolation snapshot', async () => {
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

  it('waits for the disk unless it is fireAndForget', async () => {
    const setting = async (): Promise<unknown> =>
      (await database.query('SHOW synchronous_commit'))[0];
    expect(await database.transaction(setting)).toEqual({ synchronous_commit: 'on' });
    expect(await database.transaction(setting, { fireAndForget: true })).toEqual({
      synchronous_commit: 'off',
    });
    expect(await database.transaction(setting)).toEqual({ synchronous_commit: 'on' });
  });

  it('is joined by repositories', async () => {
    const failing = database.transaction(async () => {
      await samples.insert({ id: 1 });
      await samples.save({ id: 2 });
      await insert(3);
      expect(await samples.count()).toBe(3);
      expect(await samples.createQueryBuilder().getMany()).toHaveLength(3);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await samples.count()).toBe(0);
    await database.transaction(() => samples.insert({ id: 1 }));
    expect(await stored()).toEqual([1]);
  });
});

describe('group commit', () => {
  const transactionId = async (): Promise<string> => {
    const [row] = await database.query<{ id: string }>('SELECT pg_current_xact_id()::text AS id');
    return row!.id;
  };

  it('runs units beyond the first two transactions in one batch', async () => {
    const groupCommit = new GroupCommit(database);
    const ids = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        groupCommit.run(1, async () => {
          await insert(index);
          return transactionId();
        }),
      ),
    );
    expect(await stored()).toHaveLength(12);
    expect(new Set(ids.slice(0, 2)).size).toBe(2);
    expect(new Set(ids.slice(2)).size).toBe(1);
  });

  it('does not mix units of different keys', async () => {
    const groupCommit = new GroupCommit(database);
    const ids = await Promise.all([1, 1, 2, 2].map((key) => groupCommit.run(key, transactionId)));
    expect(new Set(ids).size).toBe(4);
  });

  it('fails only the units that fail', async () => {
    const groupCommit = new GroupCommit(database);
    const run = (id: number): Promise<number> =>
      groupCommit.run(1, async () => {
        await insert(id);
        if (id % 4 === 3) throw new Error(`${id} must not be`);
        if (id % 4 === 2) await database.query('SELECT 1 / 0');
        return id;
      });
    const settled = await Promise.allSettled(Array.from({ length: 12 }, (_, id) => run(id)));
    expect(settled.map((one) => (one.status === 'fulfilled' ? one.value : 'failed'))).toEqual([
      0,
      1,
      'failed',
      'failed',
      4,
      5,
      'failed',
      'failed',
      8,
      9,
      'failed',
      'failed',
    ]);
    expect((settled[7] as PromiseRejectedResult).reason).toMatchObject({
      message: '7 must not be',
    });
    expect(await stored()).toEqual([0, 1, 4, 5, 8, 9]);
  });

  it('does not repeat units whose commit fails', async () => {
    const groupCommit = new GroupCommit(database);
    const runs: number[] = [];
    const settled = await Promise.allSettled(
      [1, 2, 3, 4, 3].map((id, index) =>
        groupCommit.run(1, async () => {
          runs.push(index);
          await insert(id);
        }),
      ),
    );
    expect(settled.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
      'rejected',
    ]);
    expect(runs).toEqual([0, 1, 2, 3, 4]);
    expect(await stored()).toEqual([1, 2]);
  });

  it('joins the current transaction of its caller', async () => {
    const groupCommit = new GroupCommit(database);
    const failing = database.transaction(async () => {
      await groupCommit.run(1, () => insert(1));
      throw new Error('No');
    });
    await expect(failing).rejects.toThrow('No');
    expect(await stored()).toEqual([]);
  });

  it('keeps the async context of each unit', async () => {
    const groupCommit = new GroupCommit(database);
    const names = ['a', 'b', 'c', 'd', 'e'];
    const logged = await Promise.all(
      names.map((request_id) =>
        logScope.run({ request_id }, () =>
          groupCommit.run(1, async () => {
            await transactionId();
            return logScope.get()?.['request_id'];
          }),
        ),
      ),
    );
    expect(logged).toEqual(names);
  });
});

describe('joining the running processes', () => {
  it('throws the error of the callback, also when the connection is lost by then', async () => {
    const logger = pino({ level: 'silent' });
    const processes = new RunningProcesses(
      test.connection,
      new PinoLogger({ pinoHttp: { logger } }),
    );
    const joined = processes.join(async (isAlone) => {
      expect(isAlone).toBe(true);
      await observer.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE application_name = 'parley process' AND datname = current_database()`,
      );
      throw new Error('It went wrong');
    });
    await expect(joined).rejects.toThrow('It went wrong');
    await processes.onApplicationShutdown();
  });

  it('admits the next process after an error', async () => {
    const logger = new PinoLogger({ pinoHttp: { logger: pino({ level: 'silent' }) } });
    const [first, second] = [1, 2].map(() => new RunningProcesses(test.connection, logger));
    await expect(first!.join(() => Promise.reject(new Error('It went wrong')))).rejects.toThrow(
      'It went wrong',
    );
    await second!.join(async (isAlone) => {
      expect(isAlone).toBe(false);
    });
    await first!.onApplicationShutdown();
    await second!.onApplicationShutdown();
  });
});
