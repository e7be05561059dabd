// What a scenario is, and what it is given. A scenario measures Parley and its floor in turns, on
// the same server and the same data, and returns one row for each thing that it compares.
import type { DataSet } from './data/data-set.js';
import type { BenchDatabase } from './data/bench-database.js';
import type { ChildProcesses } from './processes/child-processes.js';
import type { Progress } from './progress.js';

/** How a row is judged. */
export interface Aim {
  /** As people read it, for instance `≤ 2 ×`. */
  text: string;
  isMet(ours: number, floor: number): boolean;
}

export interface Row {
  scenario: string;
  ours: number;
  floor: number;
  /** Of `ours` and `floor`. */
  unit: string;
  /** Undefined for a row that only informs. */
  aim: Aim | undefined;
  /** Of a single request to Parley, in milliseconds. */
  p50?: number | undefined;
  p99?: number | undefined;
  /** Resident memory of Parley's process after the measurement, in MB. */
  memory?: number | undefined;
}

export interface Bench {
  quick: boolean;
  progress: Progress;
  processes: ChildProcesses;
  /** The database of this run, a fresh copy of the data set. Made when it is first asked for. */
  database(): Promise<{ database: BenchDatabase; data: DataSet }>;
  /** An empty directory that is removed when the run ends. */
  emptyDirectory(): Promise<string>;
}

export interface Scenario {
  /** What `--scenario` takes. */
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
