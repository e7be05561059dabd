// The time of a first start, on an empty DATA_DIR until the ready line.
// Floor: initdb, and a start of PostgreSQL until it accepts connections.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chooseAccount } from '#platform/database/embedded/account.js';
import { findBinaries } from '#platform/database/embedded/binaries.js';
import { clusterPath, createCluster } from '#platform/database/embedded/cluster.js';
import { prepareDataDirectory } from '#platform/database/embedded/data-directory.js';
import { CLEAN_ENVIRONMENT, eventually } from '#platform/database/embedded/operating-system.js';
import { isReady } from '#platform/database/embedded/postmaster.js';
import { timed } from '../measure/rounds.js';
import { median } from '../measure/statistics.js';
import { atMostMore, type Scenario } from '../scenario.js';

const READY_MS = 60_000;

export const firstStart: Scenario = {
  name: 'first-start',
  async run(bench) {
    const ours: number[] = [];
    const floor: number[] = [];
    let memory = 0;
    for (let round = 0; round < (bench.quick ? 1 : 4); round++) {
      bench.progress.say(`first-start: round ${round + 1}`);
      floor.push(await startCluster(await bench.emptyDirectory()));
      const start = performance.now();
      const parley = await bench.processes.startParley({
        role: 'all',
        environment: { DATA_DIR: await bench.emptyDirectory() },
      });
      ours.push(performance.now() - start);
      memory = await parley.memoryInMb();
      await parley.stop();
    }
    return [
      {
        scenario: 'first-start',
        ours: median(ours) / 1000,
        floor: median(floor) / 1000,
        unit: 's',
        aim: atMostMore(5, 's'),
        memory,
      },
    ];
  },
};

/** Returns the time in milliseconds, and stops the server. */
async function startCluster(path: string): Promise<number> {
  const directory = await prepareDataDirectory(path);
  const account = await chooseAccount(directory);
  const binaries = await findBinaries(account);
  let stop: (() => Promise<unknown>) | undefined;
  try {
    return await timed(async () => {
      await createCluster(directory, binaries, account);
      const server = spawn(
        binaries.postgres,
        [
          '-D',
          clusterPath(directory.cluster, account),
          '-c',
          'listen_addresses=',
          '-c',
          'unix_socket_directories=.',
        ],
        { ...account, cwd: directory.cluster, env: CLEAN_ENVIRONMENT, stdio: 'ignore' },
      );
      stop = () => {
        const exit = once(server, 'exit');
        server.kill('SIGINT');
        return exit;
      };
      if (!(await eventually(() => isReady(directory.cluster, server.pid ?? 0), READY_MS))) {
        throw new Error('PostgreSQL did not become ready');
      }
    });
  } finally {
    await stop?.();
  }
}
