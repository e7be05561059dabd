// Opens TypeORM's data source and brings the schema up to date. Entities describe tables; only the
// migrations create them.
import pg from 'pg';
import type { Logger } from 'pino';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { StartupError } from '#platform/startup-error.js';
import { migrations } from './migrations/index.js';
import { NamingStrategy } from './naming-strategy.js';

/** Injection token of the DatabaseConnection, for those that need a connection of their own. */
export const DATABASE_CONNECTION = Symbol('DatabaseConnection');

const MINIMUM_POSTGRESQL_MAJOR = 14;

/** Serializes migrations of processes that start at the same time. */
const MIGRATION_LOCK = 0x50_41_52_4c;

export const NEWER_SCHEMA = 'the database was used by a newer Parley; update this one';
export const NOT_OWNED =
  'the role of DATABASE_URL may not make tables in the database; make it the owner (ALTER DATABASE … OWNER TO …)';

const INSUFFICIENT_PRIVILEGE = '42501';
const READ_ONLY_TRANSACTION = '25006';

/** How to reach a database: a URL, or the parts of the embedded server. */
export type DatabaseConnection =
  | { url: string }
  | { host: string; port: number; user: string; database: string; password?: string };

export interface DataSourceSettings {
  poolSize: number;
  logger: Logger;
  applicationName: string;
  /** Ends every statement that takes longer; without one, statements may take their time. */
  statementTimeoutMs?: number;
  /** None for migrations and inspections, which use SQL alone. */
  entities?: DataSourceOptions['entities'];
}

// Ids are far below 2^53, so a bigint is a plain number everywhere.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Throws a StartupError when the database can not be reached or is too old. */
export async function openDataSource(
  connection: DatabaseConnection,
  settings: DataSourceSettings,
): Promise<DataSource> {
  const { user, ...parts } = 'url' in connection ? { user: undefined, ...connection } : connection;
  const dataSource = new DataSource({
    type: 'postgres',
    ...parts,
    ...(user === undefined ? {} : { username: user }),
    parseInt8: true,
    installExtensions: false,
    entities: settings.entities ?? [],
    namingStrategy: new NamingStrategy(),
    migrations,
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'each',
    applicationName: settings.applicationName,
    poolSize: settings.poolSize,
    connectTimeoutMS: 10_000,
    // Connections still close after `destroy`: what they hear of a server that stops is no news.
    poolErrorHandler: (error: Error) => {
      if (dataSource.isInitialized) {
        settings.logger.warn({ err: error }, 'A database connection was lost');
      }
    },
    // `pipeline`: statements that are asked for together travel together.
    extra: {
      idleTimeoutMillis: 60_000,
      keepAlive: true,
      pipeline: true,
      statement_timeout: settings.statementTimeoutMs ?? false,
    },
  });
  try {
    await dataSource.initialize();
  } catch (error) {
    throw new StartupError(
      `can not reach the database ${describe(connection)}: ${reason(error)}; check DATABASE_URL and that the server runs`,
    );
  }
  await refuseUnfitServer(dataSource);
  return dataSource;
}

async function refuseUnfitServer(dataSource: DataSource): Promise<void> {
  const [row] = await dataSource.query<{ version: string; encoding: string }[]>(
    `SELECT current_setting('server_version_num') AS version,
       current_setting('server_encoding') AS encoding`,
  );
  const problem = unfitness(Math.floor(Number(row?.version) / 10_000), row?.encoding);
  if (problem === undefined) return;
  await dataSource.destroy();
  throw new StartupError(problem);
}

function unfitness(major: number, encoding: string | undefined): string | undefined {
  if (major < MINIMUM_POSTGRESQL_MAJOR) {
    return `the database is PostgreSQL ${major}; Parley needs ${MINIMUM_POSTGRESQL_MAJOR} or newer`;
  }
  if (encoding === 'UTF8') return undefined;
  return `the database keeps text as ${encoding}; make one with CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0`;
}

/** How the schema stands to the migrations of this version. */
export async function schemaState(
  dataSource: DataSource,
): Promise<{ isNewer: boolean; missing: number; mayMakeTables: boolean }> {
  const known = new Set<string>(migrations.map((migration) => new migration().name));
  const [state] = await dataSource.query<{ found: boolean; allowed: boolean }[]>(
    `SELECT to_regclass('migrations') IS NOT NULL AS found,
       has_database_privilege(current_database(), 'CREATE')
         AND has_schema_privilege(current_schema(), 'CREATE') IS TRUE AS allowed`,
  );
  const applied = state?.found
    ? await dataSource.query<{ name: string }[]>('SELECT name FROM migrations')
    : [];
  return {
    isNewer: applied.some(({ name }) => !known.has(name)),
    missing: known.size - applied.length,
    mayMakeTables: state?.allowed === true,
  };
}

/**
 * Applies what is missing, one process at a time. Returns the names of the applied migrations.
 * Throws a StartupError when a newer Parley was there, when it may not, or can not write there.
 */
export async function migrate(dataSource: DataSource): Promise<string[]> {
  const lock = dataSource.createQueryRunner();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const { isNewer, missing, mayMakeTables } = await schemaState(dataSource);
    if (isNewer) throw new StartupError(NEWER_SCHEMA);
    if (missing > 0 && !mayMakeTables) throw new StartupError(NOT_OWNED);
    const applied = await dataSource.runMigrations();
    await lock.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    return applied.map((migration) => migration.name);
  } catch (error) {
    throw explained(error);
  } finally {
    await lock.release();
  }
}

function explained(error: unknown): unknown {
  switch ((error as { code?: string }).code) {
    case INSUFFICIENT_PRIVILEGE:
      return new StartupError(
        `${reason(error)}: the role of DATABASE_URL must own the database and all in it`,
      );
    case READ_ONLY_TRANSACTION:
      return new StartupError(
        `the database can not be written: ${reason(error)}; is it a replica? Set DATABASE_URL to its primary`,
      );
    default:
      return error;
  }
}

function describe(connection: DatabaseConnection): string {
  if (!('url' in connection)) return `in ${connection.host}`;
  const url = new URL(connection.url);
  return `at ${url.host}${url.pathname}`;
}

function reason(error: unknown): string {
  if (error instanceof AggregateError) return reason(error.errors[0]);
  return error instanceof Error ? error.message || error.name : String(error);
}
