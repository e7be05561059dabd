// The start and end of every request: its id, its log entry and its metrics.
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { randomId } from '#platform/crypto.js';
import { logScope } from '#platform/logging.js';
import type { Metrics } from './metrics.js';
import { RequestContext } from './request-context.js';
import { runInRequest } from './request-origin.js';

const SANE_ID = /^[A-Za-z0-9._-]{1,64}$/;
const MAX_LOGGED_PATH = 200;
const LIKE_A_SECRET = /[\w-]{16,}/g;

export function requestScope(logger: Logger, metrics: Metrics): RequestHandler {
  return (request, response, next) => {
    const id = requestId(request);
    const context = new RequestContext(id, request);
    request.parley = context;
    response.setHeader('X-Request-Id', id);
    response.on('close', () => report(request, response, logger, metrics));
    logScope.run({ request_id: id }, () => runInRequest(context, next));
  };
}

/** The id from a proxy, unless it could be misleading in a log. */
function requestId(request: Request): string {
  const id = request.headers['x-request-id'];
  return typeof id === 'string' && SANE_ID.test(id) ? id : randomId();
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
 * The path of a request that matches no route, without the query string and without what looks like the
 * secret of a link, which a mistyped link may still contain.
 */
function pathOf(request: Request): string {
  const [path = ''] = request.originalUrl.split('?', 1);
  return path.replaceAll(LIKE_A_SECRET, '…').slice(0, MAX_LOGGED_PATH);
}
