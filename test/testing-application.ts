import type { TestingModuleBuilder } from '@nestjs/testing';
import type { NestExpressApplication } from '@nestjs/platform-express';
import {
  assembleHttpApplication,
  type HttpApplicationOptions,
} from '#platform/http/http-application.js';

/** The application of a testing module, assembled as the server's. */
export function createTestingApplication(
  builder: TestingModuleBuilder,
  options: HttpApplicationOptions,
): Promise<NestExpressApplication> {
  return assembleHttpApplication(async (adapter, nestOptions) => {
    const module = await builder.compile();
    return module.createNestApplication<NestExpressApplication>(adapter, nestOptions);
  }, options);
}
