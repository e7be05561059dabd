// Errors for operators about databases that Parley cannot use. A connection that is lost after its
// process closed it is not reported.
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Writable } from 'node:stream';
import pg from 'pg';
import { pino, type Logger } from 'pino';
import type { DataSource } from 'typeorm';
import {
  type DatabaseConnection,
  migrate,
  openDataSource,
} from '#platform/database/data-source.js';
import { Config } from '#config/config.js';
import { JobBackend } from '#platform/jobs/job-backend.js';
import { StartupError } from '#platform/startup-error.js';
import { examineDatabase } from '../src/admin/doctor-database.js';
import type { Finding } from '../src/admin/finding.js';
import { SECRET_KEY } from './server-environment.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';
import { logThrough } from './testing-application.js';

let test: TestDatabase;
let admin: pg.Client;
let lines: string[];
let found: Finding[];
let opened: DataSource | undefined;

beforeAll(async () => {
  test = await createTestDatabase();
  admin = new pg.Client(test.connection);
  await admin.connect();
});
afterEach(async () => {
  if (opened?.isInitialized) await opened.destroy();
});
afterAll(async () => {
  await admin.end();
  await test.drop();
});

function recorder(): Logger {
  lines = [];
  const stream = new Writable({
    write: (line: Buffer, _encoding, done) => {
      lines.push(line.toString());
      done();
    },
  });
  return pino(stream);
}

async function open(connection: DatabaseConnection = test.connection): Promise<DataSource> {
  opened = await openDataSource(connection, {
    poolSize: 2,
    logger: recorder(),
    applicationName: 'parley unfit',
  });
  return opened;
}

/** The output of `migrate` for a new database; `found` is that of the doctor. */
async function refusalAfter(change: string): Promise<Error> {
  const connection = { ...test.connection, database: `${test.connection.database}_empty` };
  await admin.query(`CREATE DATABASE ${connection.database} TEMPLATE template0`);
  try {
    const owner = new pg.Client(connection);
    await owner.connect();
    await owner.query(change);
    await owner.end();
    const dataSource = await open(connection);
    const refusal = await migrate(dataSource).catch((error: unknown) => error);
    await dataSource.destroy();
    found = [];
    const config = new Config('admin', { SECRET_KEY });
    for await (const finding of examineDatabase(connection, config)) found.push(finding);
    return refusal as Error;
  } finally {
    await admin.query(`DROP DATABASE ${connection.database} WITH (FORCE)`);
  }
}

describe('the migrations', () => {
  it('report the required owner of the database', async () => {
    // A role that does not own the database.
    const refusal = await refusalAfter('REVOKE CREATE ON SCHEMA public FROM pg_database_owner');
    expect(refusal).toBeInstanceOf(StartupError);
    expect(refusal.message).toMatch(/may not create tables .*OWNER TO/);
    expect(found.at(-1)).toEqual({ status: 'FAIL', subject: 'schema', finding: refusal.message });
  });

  it('report the required owner of the tables', async () => {
    const refusal = await refusalAfter(
      `CREATE TABLE migrations (id serial PRIMARY KEY, timestamp bigint, name varchar);
       REVOKE INSERT ON migrations FROM PUBLIC, CURRENT_USER`,
    );
    expect(refusal).toBeInstanceOf(StartupError);
    expect(refusal.message).toMatch(/must own .*all its tables: permission denied/);
  });

  it('report that the database is not writable', async () => {
    const refusal = await refusalAfter(
      `ALTER DATABASE ${test.connection.database}_empty SET default_transaction_read_only = on`,
    );
    expect(refusal).toBeInstanceOf(StartupError);
    expect(refusal.message).toMatch(/is not writable: .*read-only.*DATABASE_URL/);
  });

  it('do not change a database of a newer version', async () => {
    const refusal = await refusalAfter(
      `CREATE TABLE migrations (id serial PRIMARY KEY, timestamp bigint, name varchar);
       INSERT INTO migrations (timestamp, name) VALUES (9999999999999, 'Later9999999999999')`,
    );
    expect(refusal).toBeInstanceOf(StartupError);
    expect(refusal.message).toMatch(/newer version of Parley/);
    expect(found.at(-1)).toEqual({ status: 'FAIL', subject: 'schema', finding: refusal.message });
  });
});

describe('a connection that is lost', () => {
  /** Ends the connection, as PostgreSQL does when it stops. */
  const terminate = (dataSource: DataSource): Promise<unknown> => {
    const { master } = dataSource.driver as unknown as { master: pg.Pool };
    const removed = new Promise((resolve) => void master.once('remove', resolve));
    return Promise.all([
      removed,
      admin.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE application_name = 'parley unfit'`,
      ),
    ]);
  };

  it('is logged while the process runs', async () => {
    const dataSource = await open();
    await terminate(dataSource);
    expect(lines).toEqual([expect.stringContaining('A database connection was lost')]);
  });

  it('is not logged when the process has closed it', async () => {
    const dataSource = await open();
    const { master } = dataSource.driver as unknown as { master: pg.Pool };
    await dataSource.destroy();
    master.emit('error', new Error('terminating connection'), new pg.Client());
    expect(lines).toEqual([]);
  });

  it('is not logged for closed connections of jobs', async () => {
    const logger = logThrough(recorder());
    const backend = await JobBackend.open(test.connection, undefined, 1, logger);
    const pool = backend.forQueues.connection as unknown as pg.Pool;
    pool.emit('error', new Error('terminating connection'), new pg.Client());
    expect(lines).toEqual([expect.stringContaining('A job connection was lost')]);
    await backend.onApplicationShutdown();
    pool.emit('error', new Error('terminating connection'), new pg.Client());
    expect(lines).toHaveLength(1);
  });
});
