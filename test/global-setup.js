// Starts one real PostgreSQL for the whole run and makes a migrated template of it; each test file
// clones its own database from that. Jest loads this file without its transforms, so it uses the
// built server (`npm test` builds first).
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { startEmbeddedPostgres } from '#platform/database/embedded/embedded-postgres.js';
import { migrate, openDataSource } from '#platform/database/data-source.js';

const TEMPLATE = 'parley_template';

/** Speed is worth more than durability for data that lives for a minute. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Its workers would hold databases that a test wants to drop.
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
