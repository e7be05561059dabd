// Starts one PostgreSQL for the whole run and creates a migrated template database, of which each server
// of a test gets a clone. Jest loads this file without its transforms, so it uses the built server
// (`npm test` builds first).
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { startEmbeddedPostgres } from '#platform/database/embedded/embedded-postgres.js';
import { migrate, openDataSource } from '#platform/database/data-source.js';

const TEMPLATE = 'parley_template';

/** Without durability: the data exists only for minutes. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Autovacuum workers would block dropping databases.
  autovacuum: 'off',
};

export default async function globalSetup() {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-test-'));
  const postgres = await startEmbeddedPostgres({ dataDir, settings: SETTINGS });
  globalThis.stopTestDatabase = async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await createTemplate(postgres.connection);
  } catch (error) {
    await globalThis.stopTestDatabase();
    throw error;
  }
  process.env['PARLEY_TEST_DATABASE'] = JSON.stringify(postgres.connection);
  process.env['PARLEY_TEST_TEMPLATE'] = TEMPLATE;
}

async function createTemplate(connection) {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(`CREATE DATABASE ${TEMPLATE}`);
  await client.end();
  const dataSource = await openDataSource(
    { ...connection, database: TEMPLATE },
    { poolSize: 3, logger: pino({ level: 'silent' }), applicationName: 'parley template' },
  );
  await migrate(dataSource);
  await dataSource.destroy();
}
