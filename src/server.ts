// Starts the application of a process in its role, and prints a line when it is ready.
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import type { Config } from '#config/config.js';
import { IncomingMailServer } from '#modules/notifications/incoming-mail';
import { DatabaseRestores, ServerGenerationService } from '#modules/realms/realms';
import { FirstRealmService } from '#modules/realms/setup';
import { createHttpApplication } from '#platform/http/http-application.js';
import { chosenQueues } from '#platform/jobs/chosen-queues.js';
import { WorkerServer } from '#platform/http/worker-server.js';
import { FrameworkLogger } from '#platform/logging.js';
import { openResources, type OpenResources } from '#platform/resources.js';
import { StartupError } from '#platform/startup-error.js';
import { canOpenKeys } from './admin/sealed-keys.js';
import { ApiModule } from './api.module.js';
import { listeningOn, listenProblem, readyAddress } from './listening.js';
import { MailModule } from './mail.module.js';
import { WorkerModule } from './worker.module.js';

/** Output of the process for its operator. */
export interface Operator {
  /** Writes a line to standard output. */
  say(line: string): void;
  /** Writes a line to standard error. */
  warn(line: string): void;
  onDatabaseLost(): void;
}

export interface Started {
  app: INestApplicationContext;
  resources: OpenResources;
}

/** Throws a StartupError for problems that an operator can solve. */
export async function startServer(config: Config, operator: Operator): Promise<Started> {
  if (config.role === 'all' || config.role === 'worker') chosenQueues(config);
  const resources = await openResources(config, {
    onProgress: (line) => operator.say(line),
    onDatabaseLost: () => operator.onDatabaseLost(),
  });
  try {
    return { app: await startRole(resources, operator), resources };
  } catch (error) {
    await resources.close();
    throw error;
  }
}

function startRole(resources: OpenResources, operator: Operator): Promise<INestApplicationContext> {
  switch (resources.config.role) {
    case 'worker':
      return startWorker(resources, operator);
    case 'mail':
      return startMail(resources, operator);
    default:
      return startHttp(resources, operator);
  }
}

async function startHttp(
  resources: OpenResources,
  operator: Operator,
): Promise<INestApplicationContext> {
  const { config, logger } = resources;
  const module = ApiModule.forRoot(resources, { runWorkers: config.role === 'all' });
  const app = await createHttpApplication(module, { config, logger });
  await app.init();
  const first = await app.get(FirstRealmService).ensure();
  // Printed at once: the password is not stored anywhere, and listening can still fail.
  if (first) {
    operator.say(`Created the organization "${config.realmName}" with the owner ${first.email}`);
    if (first.generatedPassword)
      operator.say(`  password (shown once): ${first.generatedPassword}`);
  }
  if ((await canOpenKeys(app.get(DataSource), config)) === false) {
    operator.warn(
      'SECRET_KEY does not decrypt the stored API keys, so no client can get its API key by password. Set it to the value of the first start.',
    );
  }
  await app.get(DatabaseRestores).recognize();
  try {
    await app.listen(config.port, config.host);
  } catch (error) {
    await app.close();
    throw new StartupError(listenProblem(error, config));
  }
  if (config.role === 'all') await receiveMail(app, config, operator);
  await app.get(ServerGenerationService).begin();
  const address = readyAddress(app.getHttpServer().address(), config);
  operator.say(`Parley is ready on ${address}${listeningOn(address, config)}`);
  return app;
}

async function startWorker(
  resources: OpenResources,
  operator: Operator,
): Promise<INestApplicationContext> {
  const app = await NestFactory.createApplicationContext(WorkerModule.forRoot(resources), {
    abortOnError: false,
    bufferLogs: true,
  });
  app.useLogger(app.get(FrameworkLogger));
  const queues = resources.config.workerQueues.map(({ name }) =>
    name === '*' ? 'all queues' : name,
  );
  const address = await listenForHealth(app, resources.config);
  operator.say(`The worker is ready and serves ${queues.join(', ')}${address}`);
  return app;
}

async function startMail(
  resources: OpenResources,
  operator: Operator,
): Promise<INestApplicationContext> {
  const app = await NestFactory.createApplicationContext(MailModule.forRoot(resources), {
    abortOnError: false,
    bufferLogs: true,
  });
  app.useLogger(app.get(FrameworkLogger));
  await receiveMail(app, resources.config, operator);
  return app;
}

/** Does nothing without MAIL_IN_PORT. */
async function receiveMail(
  app: INestApplicationContext,
  { mailIn: { port, host } }: Config,
  operator: Operator,
): Promise<void> {
  if (port === undefined) return;
  try {
    const used = await app.get(IncomingMailServer).listen();
    operator.say(`Mail is received on ${host}:${used}`);
  } catch (error) {
    await app.close();
    throw new StartupError(listenProblem(error, { variable: 'MAIL_IN_PORT', port, host }));
  }
}

/** Returns the address of the health checks and metrics, for the line that says the worker is ready. */
async function listenForHealth(
  app: INestApplicationContext,
  { workerPort, host }: Config,
): Promise<string> {
  if (workerPort === undefined) return '';
  try {
    const port = await app.get(WorkerServer).listen(workerPort, host);
    return `; health and metrics are on ${host}:${port}`;
  } catch (error) {
    await app.close();
    const place = { variable: 'WORKER_PORT', port: workerPort, host };
    throw new StartupError(listenProblem(error, place));
  }
}
