// Entry point of the server: starts a process in a role (all, api, worker), prints a line when it is
// ready, and shuts it down in order. Problems that an operator can solve are printed as one line on
// standard error, with exit code 1.
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

/** Time limit of an orderly shutdown, after which the process exits. */
const SHUTDOWN_MS = 9_500;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function fail(error: unknown): never {
  const message = error instanceof StartupError ? error.message : (error as Error).stack;
  process.stderr.write(`Parley cannot start: ${message}\n`);
  process.exit(1);
}

function roleOf(argument: string | undefined): ProcessRole {
  if (argument === 'all' || argument === 'api' || argument === 'worker') return argument;
  throw new StartupError(`The role "${argument ?? ''}" is unknown. Use all, api or worker.`);
}

async function startHttp(resources: OpenResources): Promise<INestApplicationContext> {
  const { config, logger } = resources;
  const module = ApiModule.forRoot(resources, { runWorkers: config.role === 'all' });
  const app = await createHttpApplication(module, { config, logger });
  await app.init();
  const first = await app.get(FirstRealmService).ensure();
  // Printed at once: the password is not stored anywhere, and listening can still fail.
  if (first) {
    say(`Created the organization "${config.realmName}" with the owner ${first.email}`);
    if (first.generatedPassword) say(`  password (shown once): ${first.generatedPassword}`);
  }
  if ((await canOpenKeys(app.get(DataSource), config)) === false) {
    process.stderr.write(
      'SECRET_KEY does not decrypt the stored API keys, so no client can get its API key by password. Set it to the value of the first start.\n',
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
  say(`Parley is ready on ${address}${listeningOn(address, config)}`);
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
  say(`The worker is ready and serves ${queues.join(', ')}`);
  return app;
}

/** Checked before the database is created, so that a long first start does not fail at its end. */
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
      return `Port ${port} is used by another program. Set PORT to a free port.`;
    case 'EACCES':
      return `Port ${port} requires privileges. Set PORT to 1024 or above.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST ${host} is not an address of this machine.`;
    default:
      return message;
  }
}

/** The external URL, or, when PORT is 0, the URL with the port that the system assigned. */
function readyAddress(address: { port: number } | string | null, config: Config): string {
  if (config.port !== 0 || address === null || typeof address === 'string') {
    return config.externalUrl.origin;
  }
  return `http://localhost:${address.port}`;
}

/** Names the address on which this process listens when the external URL has another port. */
function listeningOn(address: string, { host, port }: Config): string {
  const { port: shown } = new URL(address);
  return port === 0 || shown === `${port}` ? '' : `, listening on ${host}:${port}`;
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

interface Started {
  app: INestApplicationContext;
  resources: OpenResources;
}

async function start(config: Config): Promise<Started> {
  const resources = await openResources(config, {
    onProgress: say,
    onDatabaseLost: () => {
      process.stderr.write(
        'The embedded database ended unexpectedly. See postgres.log in DATA_DIR.\n',
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
