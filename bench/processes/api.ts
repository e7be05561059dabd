// Starts an API process on the database of the run.
import type { BenchDatabase } from '../data/bench-database.js';
import type { DataSet } from '../data/data-set.js';
import type { Bench } from '../scenario.js';
import type { MeasuredProcess } from './child-processes.js';

export interface Api {
  parley: MeasuredProcess;
  database: BenchDatabase;
  data: DataSet;
}

export async function startApi(
  bench: Bench,
  environment: Record<string, string> = {},
): Promise<Api> {
  const { database, data } = await bench.database();
  const parley = await bench.processes.startParley({
    role: 'api',
    environment: { ...environment, DATABASE_URL: database.url },
  });
  return { parley, database, data };
}
