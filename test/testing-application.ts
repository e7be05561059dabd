import type { TestingModuleBuilder } from '@nestjs/testing';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { PinoLogger } from 'nestjs-pino';
import { __resetOutOfContextForTests as forgetLogger } from 'nestjs-pino/PinoLogger.js';
import type { Logger } from 'pino';
import {
  assembleHttpApplication,
  type HttpApplicationOptions,
} from '#platform/http/http-application.js';

/** The application of a testing module, assembled as the server's. */
export function createTestingApplication(
  builder: TestingModuleBuilder,
  options: HttpApplicationOptions,
): Promise<NestExpressApplication> {
  logThrough(options.logger);
  return assembleHttpApplication(async (adapter, nestOptions) => {
    const module = await builder.compile();
    return module.createNestApplication<NestExpressApplication>(adapter, nestOptions);
  }, options);
}

/** Replaces the logger of nestjs-pino, which is that of the first application in the process. */
export function logThrough(logger: Logger): PinoLogger {
  forgetLogger();
  return new PinoLogger({ pinoHttp: { logger } });
}
