// `npm run bench`: measures Parley and the cost of the same work without it. See README.md.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import pTimeout from 'p-timeout';
import type { BenchDatabase } from './data/bench-database.js';
import { type BenchServer, startBenchServer } from './data/bench-server.js';
import { type DataSet, LARGE, readDataSet, SMALL } from './data/data-set.js';
import { ensureDataSet } from './data/data-set-builder.js';
import { type Options, readOptions, usage, UsageError } from './options.js';
import { ChildProcesses, PROJECT } from './processes/child-processes.js';
import { Progress } from './progress.js';
import { jsonReport, table } from './report.js';
import type { Bench, Row, Scenario } from './scenario.js';
import { scenarios } from './scenarios/scenarios.js';

const DIRECTORY = join(PROJECT, 'var/bench');
/** Name of the copy of a data set to which a run writes. */
const RUN = 'bench_run';
const SCENARIO_LIMIT_MS = 300_000;

class Run implements Bench {
  readonly quick: boolean;
  readonly processes: ChildProcesses;
  private server: Promise<BenchServer> | undefined;
  private opened: Promise<{ database: BenchDatabase; data: DataSet }> | undefined;
  private readonly directories: string[] = [];

  constructor(
    options: Options,
    readonly progress: Progress,
  ) {
    this.quick = options.quick;
    this.processes = new ChildProcesses({
      profileDirectory: options.profile ? join(DIRECTORY, 'profiles') : undefined,
    });
  }

  database(): Promise<{ database: BenchDatabase; data: DataSet }> {
    this.opened ??= this.openDatabase();
    return this.opened;
  }

  async emptyDirectory(): Promise<string> {
    await mkdir(DIRECTORY, { recursive: true });
    const directory = await mkdtemp(join(DIRECTORY, 'empty-'));
    this.directories.push(directory);
    return directory;
  }

  /** Ends the processes and connections of one scenario; the database is used by the next. */
  async tidy(): Promise<void> {
    await this.processes.stopAll();
    const directories = this.directories.splice(0);
    await Promise.all(directories.map((path) => rm(path, { recursive: true, force: true })));
    const opened = await this.opened?.catch(() => undefined);
    await opened?.database.close();
  }

  async close(): Promise<void> {
    await this.tidy();
    const server = await this.server?.catch(() => undefined);
    await server?.drop(RUN);
    await server?.stop();
  }

  private async openDatabase(): Promise<{ database: BenchDatabase; data: DataSet }> {
    const size = this.quick ? SMALL : LARGE;
    this.server = startBenchServer(DIRECTORY, (line) => this.progress.say(line));
    const server = await this.server;
    await server.drop(RUN);
    const built = await ensureDataSet(server, this.processes, size, this.progress);
    this.progress.say(`copying the ${size.name} data set`);
    await server.create(RUN, built);
    const database = server.database(RUN);
    return { database, data: await readDataSet(database, size) };
  }
}

async function measure(run: Run, scenario: Scenario): Promise<Row[]> {
  try {
    run.progress.say(scenario.name);
    return await pTimeout(scenario.run(run), {
      milliseconds: SCENARIO_LIMIT_MS,
      message: `not finished within ${SCENARIO_LIMIT_MS / 1000} s`,
    });
  } finally {
    await run.tidy();
  }
}

async function main(): Promise<void> {
  const names = scenarios.map(({ name }) => name);
  const options = readOptions(process.argv.slice(2), names);
  if (options.help) {
    process.stdout.write(`${usage(names)}\n`);
    return;
  }
  const progress = new Progress();
  const run = new Run(options, progress);
  const [load = 0] = loadavg();
  if (load > availableParallelism() / 2) {
    progress.warn(`The machine is busy (load ${load.toFixed(1)}): mind ratios, not numbers`);
  }
  const interrupt = (): void => {
    void run.close().finally(() => process.exit(130));
  };
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);

  const chosen = scenarios.filter(
    ({ name }) => options.scenarios.length === 0 || options.scenarios.includes(name),
  );
  const rows: Row[] = [];
  try {
    for (const scenario of chosen) {
      try {
        rows.push(...(await measure(run, scenario)));
      } catch (error) {
        progress.warn(`${scenario.name} was not measured: ${(error as Error).stack}`);
        process.exitCode = 1;
      }
    }
  } finally {
    progress.say('tidying up');
    await run.close();
    progress.clear();
  }
  process.stdout.write(`${options.json ? jsonReport(rows) : table(rows)}\n`);
}

main().catch((error: unknown) => {
  const text = error instanceof UsageError ? error.message : (error as Error).stack;
  process.stderr.write(`${text}\n`);
  process.exit(error instanceof UsageError ? 2 : 1);
});
