// A process that runs PostgreSQL in the directory of its argument, until a signal stops it. It prints
// a line of JSON with the server that it runs, or with the reason why it does not.
import pg from 'pg';
import { startEmbeddedPostgres } from '#platform/database/embedded/embedded-postgres.js';
import { acquireInstanceLock } from '#platform/database/embedded/instance-lock.js';

try {
  const dataDir = process.argv[2]!;
  const lock = await acquireInstanceLock(dataDir);
  const server = await startEmbeddedPostgres({ dataDir });
  const pool = new pg.Pool(server.connection);
  await pool.query('CREATE TABLE IF NOT EXISTS committed AS SELECT 1 AS n');
  const holding = setInterval(() => undefined, 1000);
  const stop = async (): Promise<void> => {
    clearInterval(holding);
    await pool.end();
    await server.stop();
    await lock.release();
  };
  process.on('SIGTERM', () => void stop());
  say({ serverPid: server.pid, host: server.connection.host });
} catch (error) {
  say({ error: (error as Error).message });
}

function say(answer: object): void {
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
