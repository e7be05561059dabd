// Opens and closes every request: its id, its log line and its place in the metrics.
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { randomId } from '#platform/crypto.js';
import { logScope } from '#platform/logging.js';
import type { Metrics } from './metrics.js';
import { RequestContext } from './request-context.js';

const SANE_ID = /^[A-Za-z0-9._-]{1,64}$/;
const MAX_LOGGED_PATH = 200;
const LIKE_A_SECRET = /[\w-]{16,}/g;

export function requestScope(logger: Logger, metrics: Metrics): RequestHandler {
  return (request, response, next) => {
    const id = requestId(request);
    request.parley = new RequestContext(id, request.headers['user-agent']);
    response.setHeader('X-Request-Id', id);
    response.on('close', () => report(request, response, logger, metrics));
    logScope.run({ request_id: id }, next);
  };
}

/** The id that a proxy gave, unless it could confuse a log. */
function requestId(request: Request): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && SANE_ID.test(given) ? given : randomId();
}

function report(request: Request, response: Response, logger: Logger, metrics: Metrics): void {
  const { parley: context, method } = request;
  if (!context) return;
  const milliseconds = performance.now() - context.startedAt;
  const route = (request.route as { path: string } | undefined)?.path;
  const status = response.statusCode;
  metrics.observe(method, route ?? 'none', status, milliseconds / 1000);
  if (!logger.isLevelEnabled('info')) return;
  const entry = {
    method,
    route: route ?? pathOf(request),
    status,
    ms: Math.round(milliseconds * 10) / 10,
    realm: context.realm?.stringId,
    user_id: context.actor?.userId,
    request_id: context.id,
  };
  logger.info(response.writableFinished ? entry : { ...entry, aborted: true }, 'request');
}

/**
 * Of a request that no route took. Without the query string, which can hold anything, and without
 * what can be the secret of a link: somebody may have added a slash to one, or lost a part of it.
 */
function pathOf(request: Request): string {
  const [path = ''] = request.originalUrl.split('?', 1);
  return path.replaceAll(LIKE_A_SECRET, '…').slice(0, MAX_LOGGED_PATH);
}
