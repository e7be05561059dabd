// Lets a test hold a lock until somebody waits for it.
import pg from 'pg';
import type { TestApp } from './app.js';

/** Whether some statement waits for another transaction, or none comes to that in time. */
export function somebodyWaits(test: TestApp): Promise<void> {
  return peopleWait(test, 1);
}

/** The same for so many statements. */
export async function peopleWait(test: TestApp, count: number): Promise<void> {
  const watching = new pg.Client(test.database.connection);
  await watching.connect();
  for (let turn = 0; turn < 50; turn++) {
    const { rowCount } = await watching.query(
      `SELECT 1 FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    if ((rowCount ?? 0) >= count) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await watching.end();
}
