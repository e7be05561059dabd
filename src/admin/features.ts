// Opens the feature modules for one command, on the database of the running server or, when no server
// runs, on the embedded database, which is stopped again afterwards.
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Config } from '#config/config.js';
import type { Clock } from '#platform/clock.js';
import { hasEmbeddedDatabase } from '#platform/database/embedded/embedded-postgres.js';
import { openResources } from '#platform/resources.js';
import { AdminModule } from './admin.module.js';
import { CommandError } from './command-error.js';
import type { Terminal } from './terminal.js';

/** Returns the instance of a service class. */
export type Features = <Service>(type: new (...collaborators: never[]) => Service) => Service;

export interface FeatureOptions {
  clock?: Clock;
  /** For commands that prepare an installation: creates the embedded database if there is none. */
  createsDatabase?: boolean;
}

export async function withFeatures<Result>(
  terminal: Terminal,
  work: (features: Features) => Promise<Result>,
  { clock, createsDatabase = false }: FeatureOptions = {},
): Promise<Result> {
  const config = new Config('admin', terminal.environment);
  if (!config.databaseUrl && !createsDatabase && !(await hasEmbeddedDatabase(config.dataDir))) {
    throw new CommandError(
      `There is no database in ${config.dataDir}. Set DATA_DIR or DATABASE_URL as for the server, or start the server with "npm start" first.`,
    );
  }
  const resources = await openResources(config, {
    onProgress: (message) => terminal.note(message),
    onDatabaseLost: () => terminal.note('The embedded database ended unexpectedly.'),
  });
  let app: INestApplicationContext | undefined;
  const close = async (): Promise<void> => {
    try {
      await app?.close();
    } finally {
      await resources.close();
    }
  };
  terminal.onInterrupt(close);
  try {
    app = await NestFactory.createApplicationContext(AdminModule.forRoot({ ...resources, clock }), {
      abortOnError: false,
      logger: false,
    });
    const features: Features = (type) => app!.get(type, { strict: false });
    return await work(features);
  } finally {
    terminal.onInterrupt(undefined);
    await close();
  }
}
