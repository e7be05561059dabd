// Lets a test hold a lock until a statement waits for it.
import pg from 'pg';
import type { TestDatabase } from './test-database.js';

type WithDatabase = { database: TestDatabase };

/** Returns once a statement waits for another transaction; throws when none does. */
export function statementWaits(test: WithDatabase): Promise<void> {
  return statementsWait(test, 1);
}

/** Returns once `count` statements wait for other transactions. */
export async function statementsWait(test: WithDatabase, count: number): Promise<void> {
  const watching = new pg.Client(test.database.connection);
  await watching.connect();
  let waiting = 0;
  for (let turn = 0; turn < 500 && waiting < count; turn++) {
    if (turn > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    const { rowCount } = await watching.query(
      `SELECT 1 FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    waiting = rowCount ?? 0;
  }
  await watching.end();
  if (waiting < count) throw new Error(`Only ${waiting} statements wait for a lock`);
}
