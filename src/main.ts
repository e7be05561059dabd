// Starts a process in one of its roles (all, api, worker), says when it serves, and ends it well.
// Whatever an operator can mend is told in one line on standard error, with exit code 1.
import { NestFactory } from '@nestjs/core';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { INestApplicationContext } from '@nestjs/common';
import { Logger as NestLogger } from 'nestjs-pino';
import { DataSource } from 'typeorm';
import { Config, type ProcessRole } from '#config/config.js';
import { parseWorkerFlags } from '#config/worker-flags.js';
import { ServerGenerationService } from '#modules/realms/realms';
import { FirstRealmService } from '#modules/realms/setup';
import { createHttpApplication } from '#platform/http/http-application.js';
import { openResources, type OpenResources } from '#platform/resources.js';
import { chosenQueues } from '#platform/jobs/chosen-queues.js';
import { StartupError } from '#platform/startup-error.js';
import { canOpenKeys } from './admin/sealed-keys.js';
import { ApiModule } from './api.module.js';
import { WorkerModule } from './worker.module.js';

/** How long a process may take to end before it is ended. */
const SHUTDOWN_MS = 9_500;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function fail(error: unknown): never {
  const message = error instanceof StartupError ? error.message : (error as Error).stack;
  process.stderr.write(`Parley can not start: ${message}\n`);
  process.exit(1);
}

function roleOf(argument: string | undefined): ProcessRole {
  if (argument === 'all' || argument === 'api' || argument === 'worker') return argument;
  throw new StartupError(`the role "${argument ?? ''}" is unknown; use all, api or worker`);
}

async function startHttp(resources: OpenResources): Promise<INestApplicationContext> {
  const { config, logger } = resources;
  const module = ApiModule.forRoot(resources, { runWorkers: config.role === 'all' });
  const app = await createHttpApplication(module, { config, logger });
  await app.init();
  const first = await app.get(FirstRealmService).ensure();
  // At once: the password is nowhere else, and listening can still fail.
  if (first) {
    say(`Made the organization "${config.realmName}" with its owner ${first.email}`);
    if (first.generatedPassword) say(`  password (shown once): ${first.generatedPassword}`);
  }
  if ((await canOpenKeys(app.get(DataSource), config)) === false) {
    process.stderr.write(
      'SECRET_KEY does not open the stored API keys, so nobody gets one for a password; set it to the value with which the server was first started\n',
    );
  }
  try {
    await app.listen(config.port, config.host);
  } catch (error) {
    await app.close();
    throw new StartupError(listenProblem(error, config));
  }
  await app.get(ServerGenerationService).begin();
  const address = readyAddress(app.getHttpServer().address(), config);
  say(`Parley is ready on ${address}${behindIt(address, config)}`);
  return app;
}

async function startWorker(resources: OpenResources): Promise<INestApplicationContext> {
  const app = await NestFactory.createApplicationContext(WorkerModule.forRoot(resources), {
    abortOnError: false,
    bufferLogs: true,
  });
  app.useLogger(app.get(NestLogger));
  const queues = resources.config.workerQueues.map(({ name }) =>
    name === '*' ? 'all queues' : name,
  );
  say(`Parley's worker is ready for ${queues.join(', ')}`);
  return app;
}

/** Before anything is made: else a long first start would fail at its very end. */
async function checkAddress(config: Config): Promise<void> {
  const probe = createServer();
  try {
    probe.listen(config.port, config.host);
    await once(probe, 'listening');
  } catch (error) {
    throw new StartupError(listenProblem(error, config));
  } finally {
    probe.close();
  }
}

function listenProblem(error: unknown, { host, port }: Config): string {
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'EADDRINUSE':
      return `port ${port} is taken by another program; set PORT to a free one`;
    case 'EACCES':
      return `port ${port} may not be used by this user; set PORT to 1024 or above`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST ${host} is not an address of this machine`;
    default:
      return message;
  }
}

/** The port that was really taken, which differs from the configured one when that is 0. */
function readyAddress(address: { port: number } | string | null, config: Config): string {
  if (config.port !== 0 || address === null || typeof address === 'string') {
    return config.externalUrl.origin;
  }
  return `http://localhost:${address.port}`;
}

/** What this process listens on, where people use another address. */
function behindIt(address: string, { host, port }: Config): string {
  const { port: shown } = new URL(address);
  return port === 0 || shown === `${port}` ? '' : `, listening on ${host}:${port}`;
}

/** From the beginning on: what a start has opened by then is closed as well. */
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

interface Started {
  app: INestApplicationContext;
  resources: OpenResources;
}

async function start(config: Config): Promise<Started> {
  const resources = await openResources(config, {
    onProgress: say,
    onDatabaseLost: () => {
      process.stderr.write(
        'The embedded database ended unexpectedly; see postgres.log in DATA_DIR\n',
      );
      process.exit(1);
    },
  });
  try {
    const app =
      config.role === 'worker' ? await startWorker(resources) : await startHttp(resources);
    return { app, resources };
  } catch (error) {
    await resources.close();
    throw error;
  }
}

async function main(): Promise<void> {
  const [role, ...flags] = process.argv.slice(2);
  const config = new Config(roleOf(role), { ...process.env, ...parseWorkerFlags(flags) });
  if (config.role !== 'api') chosenQueues(config);
  if (config.role !== 'worker') await checkAddress(config);
  const starting = start(config);
  endOnSignals(starting);
  await starting;
}

main().catch(fail);
