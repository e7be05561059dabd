// Assembles an application for the server and for tests: adapter, middleware in order, prefix, and the
// rules for routes. The result only needs to listen.
import type { NestApplicationOptions } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import type { Logger } from 'pino';
import { Config } from '#config/config.js';
import { FrameworkLogger } from '#platform/logging.js';
import { replaceAliases } from './address-aliases.js';
import { readFields } from './body.js';
import { HttpAdapter } from './http-adapter.js';
import { Metrics } from './metrics.js';
import { requestScope } from './request-scope.js';
import { API_PREFIX } from './routes.js';

export interface HttpApplicationOptions {
  config: Config;
  logger: Logger;
}

/** Controllers with these paths are outside of the API's prefix. */
const OUTSIDE_API = [
  '/',
  '.well-known/{*rest}',
  'accounts/{*rest}',
  'avatar/{*rest}',
  'calls/:provider/register',
  'calls/:provider/complete',
  'calls/:provider/deauthorize',
  'calls/bigbluebutton/join',
  'join/{*rest}',
  'json/{*rest}',
  'integrations',
  'integrations/{*rest}',
  'external_content/{*rest}',
  'user_avatars/{*rest}',
  'user_uploads/:realm_id/:directory/:secret/:name',
  'user_uploads/download/{*rest}',
  'user_uploads/temporary/{*rest}',
  'user_uploads/thumbnail/{*rest}',
  'static/{*rest}',
  'health/{*rest}',
  'metrics',
  'compatibility',
  'api/v1/compatibility',
  'report/{*rest}',
  'api/openapi.json',
  'api/docs',
  'api/docs/{*rest}',
];

const NEST_OPTIONS: NestApplicationOptions = {
  abortOnError: false,
  bodyParser: false,
  bufferLogs: true,
  routeResolutionStrategy: 'specificity',
  routeConflictPolicy: { duplicate: 'error' },
};

type RootModule = Parameters<typeof NestFactory.create>[0];

type CreateApplication = (
  adapter: HttpAdapter,
  options: NestApplicationOptions,
) => Promise<NestExpressApplication>;

/** The root module must import HttpModule and loggingModule(logger). */
export function createHttpApplication(
  rootModule: RootModule,
  options: HttpApplicationOptions,
): Promise<NestExpressApplication> {
  return assembleHttpApplication(
    (adapter, nestOptions) => NestFactory.create(rootModule, adapter, nestOptions),
    options,
  );
}

/** `create` creates the application of such a module; tests use a testing module. */
export async function assembleHttpApplication(
  create: CreateApplication,
  { config, logger }: HttpApplicationOptions,
): Promise<NestExpressApplication> {
  const adapter = new HttpAdapter({ trustProxy: config.trustProxy });
  const app = await create(adapter, NEST_OPTIONS);
  app.useLogger(app.get(FrameworkLogger));
  app.use(requestScope(logger, app.get(Metrics)));
  app.use(securityHeaders(config));
  app.use([API_PREFIX, '/static', '/user_avatars'], crossOriginHeaders);
  app.use(replaceAliases(adapter.routes));
  app.use(redirectToDocumentation);
  app.use(readFields(adapter.routes));
  app.setGlobalPrefix(API_PREFIX, { exclude: OUTSIDE_API });
  return app;
}

/** Redirects the address of the documentation with a slash. */
function redirectToDocumentation(request: Request, response: Response, next: NextFunction): void {
  const { path, method } = request;
  if (path === '/api/docs/' && (method === 'GET' || method === 'HEAD')) {
    response.redirect('/api/docs');
  } else {
    next();
  }
}

/**
 * Lets scripts of every origin call the API with an API key, and read public files. Credentials of the
 * browser itself are not allowed, so that no other site acts with a user's session.
 */
function crossOriginHeaders(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Access-Control-Allow-Headers', 'Authorization');
  response.setHeader('Access-Control-Allow-Methods', 'GET, POST, DELETE, PUT, PATCH, HEAD');
  next();
}

/**
 * A strict policy, for responses that are data; a handler that serves a page sets its own. Headers that
 * only old browsers read are left out.
 */
function securityHeaders(config: Config): ReturnType<typeof helmet> {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    strictTransportSecurity: config.externalUrl.protocol === 'https:',
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xPoweredBy: false,
    xXssProtection: false,
  });
}
