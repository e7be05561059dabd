// A database for a server of a test, cloned from the migrated template in a few milliseconds.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { DatabaseConnection } from '#platform/database/data-source.js';

type EmbeddedConnection = Exclude<DatabaseConnection, { url: string }>;

export interface TestDatabase {
  connection: EmbeddedConnection;
  /** The same as a URL, for processes that a test starts. */
  url: string;
  drop(): Promise<void>;
}

export async function createTestDatabase(): Promise<TestDatabase> {
  const server = JSON.parse(process.env['PARLEY_TEST_DATABASE']!) as EmbeddedConnection;
  const database = `parley_test_${randomBytes(6).toString('hex')}`;
  // Copies files; the default would write every block to the log.
  const template = `TEMPLATE ${process.env['PARLEY_TEST_TEMPLATE']} STRATEGY file_copy`;
  await run(server, `CREATE DATABASE ${database} ${template}`);
  const { host, port, user } = server;
  return {
    connection: { ...server, database },
    url: `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    drop: () => run(server, `DROP DATABASE ${database} WITH (FORCE)`),
  };
}

async function run(server: EmbeddedConnection, sql: string): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
