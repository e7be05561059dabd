// The PostgreSQL server of the bench, shared by Parley and the floors: the embedded server with the
// settings of Parley, in a directory that persists, so that data sets are built once.
import { mkdir } from 'node:fs/promises';
import pg from 'pg';
import { acquireInstanceLock } from '#platform/database/embedded/instance-lock.js';
import { startEmbeddedPostgres } from '#platform/database/embedded/embedded-postgres.js';
import { BenchDatabase } from './bench-database.js';

/** Superuser, for building data sets only. */
const SUPERUSER = 'postgres';

export interface BenchServer {
  database(name: string): BenchDatabase;
  exists(name: string): Promise<boolean>;
  names(): Promise<string[]>;
  /** An empty database, or a copy of another. */
  create(name: string, template?: string): Promise<void>;
  rename(name: string, to: string): Promise<void>;
  drop(name: string): Promise<void>;
  stop(): Promise<void>;
}

export async function startBenchServer(
  directory: string,
  onProgress: (line: string) => void,
): Promise<BenchServer> {
  await mkdir(directory, { recursive: true });
  const lock = await acquireInstanceLock(directory);
  const server = await startEmbeddedPostgres({ dataDir: directory, onProgress });
  const admin = new pg.Client(server.connection);
  await admin.connect();
  const names = async (): Promise<string[]> => {
    const { rows } = await admin.query<{ datname: string }>('SELECT datname FROM pg_database');
    return rows.map(({ datname }) => datname);
  };
  return {
    names,
    exists: async (name) => (await names()).includes(name),
    database: (name) =>
      new BenchDatabase(
        { ...server.connection, database: name },
        { ...server.connection, database: name, user: SUPERUSER },
      ),
    create: async (name, template = 'template1') => {
      await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
    },
    rename: async (name, to) => {
      await admin.query(`ALTER DATABASE ${name} RENAME TO ${to}`);
    },
    drop: async (name) => {
      await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
    stop: async () => {
      await admin.end();
      await server.stop();
      await lock.release();
    },
  };
}
