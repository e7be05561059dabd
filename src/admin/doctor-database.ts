// The checks of `doctor` for the database: version, schema, partitions and consumers of the event
// log, and whether SECRET_KEY decrypts the stored API keys.
import type { DataSource } from 'typeorm';
import type { Config } from '#config/config.js';
import {
  type DatabaseConnection,
  NEWER_SCHEMA,
  NOT_OWNED,
  openDataSource,
  schemaState,
} from '#platform/database/data-source.js';
import { migrations } from '#platform/database/migrations/index.js';
import { definedEventConsumers } from '#platform/jobs/event-consumer.js';
import { createLogger } from '#platform/logging.js';
import { fail, type Finding, ok, warn } from './finding.js';
import { canOpenKeys } from './sealed-keys.js';

/** Throws a StartupError when the database cannot be reached or is too old. */
export async function* examineDatabase(
  connection: DatabaseConnection,
  config: Config,
): AsyncGenerator<Finding> {
  const database = await openDataSource(connection, {
    poolSize: 3,
    logger: createLogger('silent'),
    applicationName: 'parley doctor',
  });
  try {
    yield await examineVersion(database, connection, config);
    const schema = await examineSchema(database);
    yield schema;
    if (schema.status === 'FAIL') return;
    if (!(await hasTable(database, 'event_log')) || !(await hasTable(database, 'users'))) return;
    yield await examinePartitions(database);
    yield* examineConsumers(database);
    yield await examineWorkers(database);
    yield await examineSecrets(database, config);
  } finally {
    await database.destroy();
  }
}

async function examineVersion(
  database: DataSource,
  connection: DatabaseConnection,
  config: Config,
): Promise<Finding> {
  const [row] = await database.query<{ version: string; recovering: boolean }[]>(
    `SELECT current_setting('server_version') AS version, pg_is_in_recovery() AS recovering`,
  );
  const place = 'url' in connection ? `at ${placeOf(connection.url)}` : `in ${config.dataDir}`;
  const name = `PostgreSQL ${row?.version.split(' ')[0]} ${place}`;
  return row?.recovering
    ? fail('database', `${name} is a read-only replica. Use its primary.`)
    : ok('database', name);
}

/** Omits user and password. */
function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

async function examineSchema(database: DataSource): Promise<Finding> {
  const { isNewer, missing, mayCreateTables } = await schemaState(database);
  if (isNewer) return fail('schema', NEWER_SCHEMA);
  if (missing > 0 && !mayCreateTables) return fail('schema', NOT_OWNED);
  return missing > 0
    ? warn('schema', `${missing} migrations are missing. Run "migrate" or start the server.`)
    : ok('schema', `Up to date, ${migrations.length} migrations`);
}

async function examinePartitions(database: DataSource): Promise<Finding> {
  const missing = await database.query<{ day: string }[]>(
    `SELECT day FROM (
       SELECT to_char(now() AT TIME ZONE 'UTC' + make_interval(days => ahead), 'YYYYMMDD') AS day
       FROM generate_series(0, 1) AS ahead
     ) AS days
     WHERE to_regclass('event_log_' || day) IS NULL ORDER BY day`,
  );
  if (missing.length > 0) {
    const days = missing.map(({ day }) => day).join(' and ');
    const remedy = 'A running server creates it within an hour. Check that one is running.';
    return warn('event log', `No partition for ${days}. ${remedy}`);
  }
  const [stray] = await database.query<{ count: number }[]>(
    `SELECT count(*) AS count FROM event_log_default`,
  );
  return stray && stray.count > 0
    ? warn('event log', `${stray.count} events are outside all partitions. Compare the clocks.`)
    : ok('event log', 'Partitions for today and tomorrow exist');
}

/** Events are kept for consumers that have not read them, even if a consumer no longer exists. */
async function* examineConsumers(database: DataSource): AsyncGenerator<Finding> {
  // Consumers are defined when the feature modules are loaded.
  await import('#modules/feature-modules.js');
  const known = definedEventConsumers().map(({ name }) => name);
  const gone = await database.query<{ name: string }[]>(
    `SELECT name FROM event_consumers WHERE name <> ALL ($1) ORDER BY name`,
    [known],
  );
  for (const { name } of gone) {
    const remedy = `Unless a newer Parley uses it: DELETE FROM event_consumers WHERE name = '${name}'`;
    yield warn('event log', `Events are retained for the unknown consumer "${name}". ${remedy}`);
  }
}

async function examineWorkers(database: DataSource): Promise<Finding> {
  if (!(await hasTable(database, 'worker_presence'))) return ok('worker', 'Not known yet');
  const [row] = await database.query<{ seconds: number | null }[]>(
    `SELECT extract(epoch FROM now() - seen_at)::integer AS seconds FROM worker_presence`,
  );
  const seconds = row?.seconds ?? null;
  if (seconds !== null && seconds < 60) return ok('worker', `Seen ${seconds} seconds ago`);
  const last =
    seconds === null ? 'No worker has run yet' : `No worker was seen for ${seconds} seconds`;
  const remedy = 'Run "npm run start:worker", or "npm start", which also runs jobs.';
  return warn('worker', `${last}: jobs, such as sending mail, are waiting. ${remedy}`);
}

async function examineSecrets(database: DataSource, config: Config): Promise<Finding> {
  const fits = await canOpenKeys(database, config);
  if (fits === undefined) return ok('SECRET_KEY', 'Set; there are no accounts yet');
  if (fits) return ok('SECRET_KEY', 'Decrypts the stored API keys');
  const remedy = 'Set it to the value with which the server was first started.';
  return fail('SECRET_KEY', `Does not decrypt the stored API keys. ${remedy}`);
}

async function hasTable(database: DataSource, name: string): Promise<boolean> {
  const [row] = await database.query<{ found: boolean }[]>(
    `SELECT to_regclass($1) IS NOT NULL AS found`,
    [name],
  );
  return row?.found === true;
}
