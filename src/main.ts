// Entry point of the server: starts a process in a role (all, api, worker, mail) and shuts it down in order.
// Problems that an operator can solve are printed as one line on standard error, with exit code 1. Those
// of the command line, the environment and the address are found before the modules are loaded, which
// takes seconds.
import { Config, type ProcessRole } from '#config/config.js';
import { parseWorkerFlags } from '#config/worker-flags.js';
import { StartupError } from '#platform/startup-error.js';
import { checkAddress } from './listening.js';
import type { Operator, Started } from './server.js';

/** Time limit of an orderly shutdown, after which the process exits. */
const SHUTDOWN_MS = 9_500;

const ROLES = ['all', 'api', 'worker', 'mail'] as const;

const operator: Operator = {
  say: (line) => process.stdout.write(`${line}\n`),
  warn: (line) => process.stderr.write(`${line}\n`),
  onDatabaseLost() {
    this.warn('The embedded database ended unexpectedly. See postgres.log in DATA_DIR.');
    process.exit(1);
  },
};

function fail(error: unknown): never {
  const message = error instanceof StartupError ? error.message : (error as Error).stack;
  process.stderr.write(`Parley cannot start: ${message}\n`);
  process.exit(1);
}

function roleOf(argument: string | undefined): ProcessRole {
  const role = ROLES.find((candidate) => candidate === argument);
  if (role) return role;
  throw new StartupError(`The role "${argument ?? ''}" is unknown. Use all, api, worker or mail.`);
}

/** Effective during the start, too: resources that are open by then are closed. */
function endOnSignals(starting: Promise<Started>): void {
  let ending = false;
  const end = async (): Promise<void> => {
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(1), SHUTDOWN_MS).unref();
    try {
      const { app, resources } = await starting;
      await app.close();
      await resources.close();
      process.exit(0);
    } catch (error) {
      process.stderr.write(`Parley did not end cleanly: ${(error as Error).stack}\n`);
      process.exit(1);
    }
  };
  process.on('SIGTERM', () => void end());
  process.on('SIGINT', () => void end());
}

async function start(config: Config): Promise<Started> {
  const { startServer } = await import('./server.js');
  return startServer(config, operator);
}

async function main(): Promise<void> {
  const [role, ...flags] = process.argv.slice(2);
  const config = new Config(roleOf(role), { ...process.env, ...parseWorkerFlags(flags) });
  if (config.role === 'all' || config.role === 'api') await checkAddress(config);
  const starting = start(config);
  endOnSignals(starting);
  await starting;
}

main().catch(fail);
