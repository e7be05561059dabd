// Opens TypeORM's data source and brings the schema up to date. Entities describe tables; only the
// migrations create them.
import pg from 'pg';
import type { Logger } from 'pino';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { StartupError } from '#platform/startup-error.js';
import { migrations } from './migrations/index.js';
import { NamingStrategy } from './naming-strategy.js';

/** Injection token of the DatabaseConnection, for providers that need a connection of their own. */
export const DATABASE_CONNECTION = Symbol('DatabaseConnection');

const MINIMUM_POSTGRESQL_MAJOR = 14;

/** Serializes migrations of processes that start at the same time. */
const MIGRATION_LOCK = 0x50_41_52_4c;

export const NEWER_SCHEMA =
  'The database was used by a newer version of Parley. Update this installation.';
export const NOT_OWNED =
  'The role of DATABASE_URL may not create tables in the database. Make it the owner (ALTER DATABASE … OWNER TO …).';

const INSUFFICIENT_PRIVILEGE = '42501';
const READ_ONLY_TRANSACTION = '25006';

/** The address of a database: a URL, or the options for the embedded server. */
export type DatabaseConnection =
  | { url: string }
  | { host: string; port: number; user: string; database: string; password?: string };

/** Limits that PostgreSQL applies to each connection, in milliseconds. */
export interface ConnectionLimits {
  statement: number;
  /** Longest wait for a lock of another transaction. */
  lock: number;
  /**
   * Longest pause of the process between two statements of a transaction. PostgreSQL then ends the
   * connection, so that the locks of a process that is frozen or cut off do not block the others.
   */
  idleInTransaction: number;
}

export interface DataSourceSettings {
  poolSize: number;
  logger: Logger;
  applicationName: string;
  /** None by default. */
  limits?: ConnectionLimits;
  /** None for migrations and checks, which use SQL only. */
  entities?: DataSourceOptions['entities'];
}

// Ids are far below 2^53, so a bigint is a plain number everywhere.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Throws a StartupError when the database cannot be reached or is not suitable. */
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
    // Connections that close after `destroy` are expected.
    poolErrorHandler: (error: Error) => {
      if (dataSource.isInitialized) {
        settings.logger.warn({ err: error }, 'A database connection was lost');
      }
    },
    // `pipeline` sends statements without waiting for the results of those before.
    extra: {
      idleTimeoutMillis: 60_000,
      keepAlive: true,
      pipeline: true,
      statement_timeout: settings.limits?.statement ?? false,
      lock_timeout: settings.limits?.lock ?? false,
      idle_in_transaction_session_timeout: settings.limits?.idleInTransaction ?? false,
    },
  });
  try {
    await dataSource.initialize();
  } catch (error) {
    throw new StartupError(
      `Cannot reach the database ${describe(connection)}: ${reason(error)}. Check DATABASE_URL and that the server runs.`,
    );
  }
  await checkServer(dataSource);
  return dataSource;
}

async function checkServer(dataSource: DataSource): Promise<void> {
  const [row] = await dataSource.query<{ version: string; encoding: string }[]>(
    `SELECT current_setting('server_version_num') AS version,
       current_setting('server_encoding') AS encoding`,
  );
  const problem = serverProblem(Math.floor(Number(row?.version) / 10_000), row?.encoding);
  if (problem === undefined) return;
  await dataSource.destroy();
  throw new StartupError(problem);
}

function serverProblem(major: number, encoding: string | undefined): string | undefined {
  if (major < MINIMUM_POSTGRESQL_MAJOR) {
    return `The database is PostgreSQL ${major}. Parley needs ${MINIMUM_POSTGRESQL_MAJOR} or newer.`;
  }
  if (encoding === 'UTF8') return undefined;
  return `The encoding of the database is ${encoding}. Create one with CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0.`;
}

/** Compares the schema with the migrations of this version. */
export async function schemaState(
  dataSource: DataSource,
): Promise<{ isNewer: boolean; missing: number; mayCreateTables: boolean }> {
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
    mayCreateTables: state?.allowed === true,
  };
}

/**
 * Applies the missing migrations, in one process at a time, and returns their names. Throws a
 * StartupError when the schema is newer, or when the role may not or cannot write to the database.
 */
export async function migrate(dataSource: DataSource): Promise<string[]> {
  const lock = dataSource.createQueryRunner();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const { isNewer, missing, mayCreateTables } = await schemaState(dataSource);
    if (isNewer) throw new StartupError(NEWER_SCHEMA);
    if (missing > 0 && !mayCreateTables) throw new StartupError(NOT_OWNED);
    const applied = await dataSource.runMigrations();
    await lock.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    return applied.map((migration) => migration.name);
  } catch (error) {
    throw toStartupError(error);
  } finally {
    await lock.release();
  }
}

function toStartupError(error: unknown): unknown {
  switch ((error as { code?: string }).code) {
    case INSUFFICIENT_PRIVILEGE:
      return new StartupError(
        `The role of DATABASE_URL must own the database and all its tables: ${reason(error)}.`,
      );
    case READ_ONLY_TRANSACTION:
      return new StartupError(
        `The database is not writable: ${reason(error)}. If it is a replica, set DATABASE_URL to its primary.`,
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
