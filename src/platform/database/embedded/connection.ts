import pRetry from 'p-retry';
import pg from 'pg';

import { SUPERUSER } from './cluster.js';
import { errorCode } from './data-directory.js';

/** Options for `pg` and TypeORM. The host is the directory of a Unix socket. */
export interface EmbeddedConnection {
  host: string;
  port: number;
  user: string;
  database: string;
  ssl: false;
}

const PORT = 5432;
const NAME = 'parley';

export const SOCKET_NAME = `.s.PGSQL.${PORT}`;

export function connectionTo(socketDirectory: string): EmbeddedConnection {
  return { host: socketDirectory, port: PORT, user: NAME, database: NAME, ssl: false };
}

/**
 * Creates the database of Parley and its role unless they exist. The role is not a superuser: it owns
 * its database and can create others (each test file clones one), but cannot access files or programs.
 */
export async function ensureDatabase(socketDirectory: string): Promise<void> {
  const connection = connectionTo(socketDirectory);
  if (await accepts(connection)) return;
  const client = new pg.Client({ ...connection, user: SUPERUSER, database: 'postgres' });
  await client.connect();
  try {
    const role = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [NAME]);
    if (role.rowCount === 0) await client.query(`CREATE ROLE ${NAME} LOGIN CREATEDB`);
    const database = await client.query('SELECT FROM pg_database WHERE datname = $1', [NAME]);
    if (database.rowCount === 0) await client.query(`CREATE DATABASE ${NAME} OWNER ${NAME}`);
  } finally {
    await client.end();
  }
}

const NO_SUCH_ROLE = '28000';
const NO_SUCH_DATABASE = '3D000';
const TOO_MANY_CONNECTIONS = '53300';

/** The connections of a killed process close shortly after it. */
const CONNECT_RETRIES = { retries: 19, minTimeout: 250, factor: 1 };

async function accepts(connection: EmbeddedConnection): Promise<boolean> {
  const connect = async (): Promise<void> => {
    const client = new pg.Client(connection);
    await client.connect();
    await client.end();
  };
  try {
    await pRetry(connect, {
      ...CONNECT_RETRIES,
      shouldRetry: ({ error }) => errorCode(error) === TOO_MANY_CONNECTIONS,
    });
    return true;
  } catch (error) {
    const code = errorCode(error);
    if (code === NO_SUCH_ROLE || code === NO_SUCH_DATABASE) return false;
    throw error;
  }
}
