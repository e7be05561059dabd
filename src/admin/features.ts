// Opens the feature modules for one command, on the database of the running server or, when no server
// runs, on the embedded database, which is stopped again afterwards.
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Config } from '#config/config.js';
import type { Clock } from '#platform/clock.js';
import { openResources } from '#platform/resources.js';
import { AdminModule } from './admin.module.js';
import type { Terminal } from './terminal.js';

/** Returns the instance of a service class. */
export type Features = <Service>(type: new (...collaborators: never[]) => Service) => Service;

export async function withFeatures<Result>(
  terminal: Terminal,
  work: (features: Features) => Promise<Result>,
  clock?: Clock,
): Promise<Result> {
  const config = new Config('admin', terminal.environment);
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
