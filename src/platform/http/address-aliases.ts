// Addresses that clients and published links use for routes with another address. An alias is replaced
// before the request is routed, so that every route has one address; `originalUrl` is not changed.
import type { Request, RequestHandler } from 'express';
import { contextOf } from './request-context.js';
import { API_PREFIX, type RouteTable } from './routes.js';

/** Serves the API to browser sessions only. */
const SESSION_PREFIX = '/json/';

/** Pages have the same address with and without a slash at the end, since published links have either. */
const PAGE_WITH_SLASH = /^\/(?:join\/.*[^/]|accounts\/.*[^/]|login|integrations(?:\/[^/]+)?)\/$/;

/** URLs of webhooks, with and without the prefix of the API and a slash at the end. */
const WEBHOOK = /^(?:\/api\/v1)?(\/external\/[^/]+)\/?$/;

const ALIASES: ReadonlyMap<string, string> = new Map([
  ['/login', '/accounts/login'],
  // The path of programs that send to Slack.
  [`${API_PREFIX}/slack_incoming_webhook`, `${API_PREFIX}/external/slack_incoming`],
  // Clients of tus append a slash.
  [`${API_PREFIX}/tus/`, `${API_PREFIX}/tus`],
]);

export function replaceAliases(routes: RouteTable): RequestHandler {
  return (request, _response, next) => {
    const { path } = request;
    if (path.startsWith(SESSION_PREFIX)) {
      contextOf(request).acceptsApiKey = false;
      if (!routes.hasPath(request)) {
        replacePath(request, `${API_PREFIX}/${path.slice(SESSION_PREFIX.length)}`);
      }
    } else if (path.includes('/external/')) {
      replacePath(request, path.replace(WEBHOOK, `${API_PREFIX}$1`));
    } else {
      const page = PAGE_WITH_SLASH.test(path) ? path.slice(0, -1) : path;
      replacePath(request, ALIASES.get(page) ?? page);
    }
    next();
  };
}

function replacePath(request: Request, path: string): void {
  if (path !== request.path) request.url = request.url.replace(request.path, () => path);
}
