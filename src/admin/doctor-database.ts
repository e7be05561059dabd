// The doctor's look at the database: its version, its schema, the days of the event log, and
// whether the secrets in it can be read with this SECRET_KEY.
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

/** Throws a StartupError when the database can not be reached or is too old. */
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
    ? fail('database', `${name} is a replica and can not be written; use its primary`)
    : ok('database', name);
}

/** Without the user and the password. */
function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

async function examineSchema(database: DataSource): Promise<Finding> {
  const { isNewer, missing, mayMakeTables } = await schemaState(database);
  if (isNewer) return fail('schema', NEWER_SCHEMA);
  if (missing > 0 && !mayMakeTables) return fail('schema', NOT_OWNED);
  return missing > 0
    ? warn('schema', `${missing} migrations are missing; "migrate" or the next start applies them`)
    : ok('schema', `up to date, ${migrations.length} migrations`);
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
    const remedy = 'a running server makes it within the hour; is one running?';
    const days = missing.map(({ day }) => day).join(' and ');
    return warn('event log', `has no partition for ${days}; ${remedy}`);
  }
  const [stray] = await database.query<{ count: number }[]>(
    `SELECT count(*) AS count FROM event_log_default`,
  );
  return stray && stray.count > 0
    ? warn('event log', `${stray.count} events are outside the days kept; compare the clocks`)
    : ok('event log', 'has its partitions for today and tomorrow');
}

/** A consumer that reads no more keeps the events that it has not read. */
async function* examineConsumers(database: DataSource): AsyncGenerator<Finding> {
  // Each feature defines its own when it is loaded.
  await import('#modules/feature-modules.js');
  const known = definedEventConsumers().map(({ name }) => name);
  const gone = await database.query<{ name: string }[]>(
    `SELECT name FROM event_consumers WHERE name <> ALL ($1) ORDER BY name`,
    [known],
  );
  for (const { name } of gone) {
    const remedy = `if no newer Parley runs here, DELETE FROM event_consumers WHERE name = '${name}'`;
    yield warn(
      'event log',
      `keeps events for "${name}", which this Parley does not have; ${remedy}`,
    );
  }
}

async function examineSecrets(database: DataSource, config: Config): Promise<Finding> {
  const fits = await canOpenKeys(database, config);
  if (fits === undefined) return ok('SECRET_KEY', 'is set; there are no accounts yet');
  if (fits) return ok('SECRET_KEY', 'opens the stored keys');
  const remedy = 'set SECRET_KEY to the value with which the server was first started';
  return fail('SECRET_KEY', `does not open the stored keys; ${remedy}`);
}

async function hasTable(database: DataSource, name: string): Promise<boolean> {
  const [row] = await database.query<{ found: boolean }[]>(
    `SELECT to_regclass($1) IS NOT NULL AS found`,
    [name],
  );
  return row?.found === true;
}
