// Opens the features for the time of one command, on the database of the server that runs or, when
// none does, on the stopped server's own database, which is stopped again afterwards.
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Config } from '#config/config.js';
import type { Clock } from '#platform/clock.js';
import { openResources } from '#platform/resources.js';
import { AdminModule } from './admin.module.js';
import type { Terminal } from './terminal.js';

/** Finds a service by its class. */
export type Features = <Service>(type: new (...collaborators: never[]) => Service) => Service;

export async function withFeatures<Result>(
  terminal: Terminal,
  work: (features: Features) => Promise<Result>,
  clock?: Clock,
): Promise<Result> {
  const config = new Config('admin', terminal.environment);
  const resources = await openResources(config, {
    onProgress: (message) => terminal.tell(message),
    onDatabaseLost: () => terminal.tell('The embedded database ended unexpectedly'),
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
