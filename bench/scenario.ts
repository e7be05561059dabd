// The interface of scenarios. A scenario measures Parley and its floor alternately, on the same server
// and the same data, and returns a row for each comparison.
import type { DataSet } from './data/data-set.js';
import type { BenchDatabase } from './data/bench-database.js';
import type { ChildProcesses } from './processes/child-processes.js';
import type { Progress } from './progress.js';

/** The required relation of a measurement to its floor. */
export interface Aim {
  /** For the report, for example `≤ 2 ×`. */
  text: string;
  isMet(ours: number, floor: number): boolean;
}

export interface Row {
  scenario: string;
  ours: number;
  floor: number;
  /** Unit of `ours` and `floor`. */
  unit: string;
  /** Undefined for informational rows. */
  aim: Aim | undefined;
  /** Percentiles of single requests to Parley, in milliseconds. */
  p50?: number | undefined;
  p99?: number | undefined;
  /** Resident memory of the Parley process after the measurement, in MB. */
  memory?: number | undefined;
}

export interface Bench {
  quick: boolean;
  progress: Progress;
  processes: ChildProcesses;
  /** The database of this run: a copy of the data set, made at the first call. */
  database(): Promise<{ database: BenchDatabase; data: DataSet }>;
  /** An empty directory that is removed when the run ends. */
  emptyDirectory(): Promise<string>;
}

export interface Scenario {
  /** Value of `--scenario`. */
  name: string;
  run(bench: Bench): Promise<Row[]>;
}

export function atMost(factor: number): Aim {
  return { text: `≤ ${factor} ×`, isMet: (ours, floor) => ours <= floor * factor };
}

export function atLeast(factor: number): Aim {
  return { text: `≥ ${factor} ×`, isMet: (ours, floor) => ours >= floor * factor };
}

export function atMostMore(difference: number, unit: string): Aim {
  return {
    text: `≤ +${difference} ${unit}`,
    isMet: (ours, floor) => ours <= floor + difference,
  };
}

/** Regardless of the floor. */
export function within(limit: number, unit: string): Aim {
  return { text: `≤ ${limit} ${unit}`, isMet: (ours) => ours <= limit };
}
