// Requirements of a route on its caller. A route without decorators requires valid credentials.
import { SetMetadata } from '@nestjs/common';
import type { Role } from './actor.js';

export const PUBLIC = Symbol('public');
export const SPECTATORS = Symbol('spectators');
export const OPERATIONAL = Symbol('operational');
export const MINIMUM_ROLE = Symbol('minimum role');
export const WEBHOOK_BOTS = Symbol('incoming webhook bots');
export const ONLY_WEBHOOK_BOTS = Symbol('only incoming webhook bots');
export const UNLIMITED = Symbol('unlimited');
export const QUERY_KEY = Symbol('key in the query');
export const CSRF_HEADER = Symbol('header instead of a CSRF token');

type RouteDecorator = MethodDecorator;

/** Opens a route to callers without credentials. */
export const Public = (): RouteDecorator => SetMetadata(PUBLIC, true);

/**
 * Opens a route to callers without credentials, for state of the realm that is visible without an
 * account. Credentials that are sent must be valid. The handler takes `@CurrentReader()`.
 */
export const AllowSpectators = (): RouteDecorator => SetMetadata(SPECTATORS, true);

/** A route for operators (health, metrics): public, without a realm, and never rate limited. */
export const Operational = (): RouteDecorator => SetMetadata(OPERATIONAL, true);

/** Limits a route to users with at least this role; others get 400 BAD_REQUEST. */
export const RequireRole = (role: Role): RouteDecorator => SetMetadata(MINIMUM_ROLE, role);

/** Opens a route to incoming-webhook bots, which may call nothing else. */
export const AllowIncomingWebhookBots = (): RouteDecorator => SetMetadata(WEBHOOK_BOTS, true);

/**
 * Limits a route to incoming webhook bots. Their API key is the parameter `api_key` in the query or in an
 * Authorization header. The query takes precedence, because the header may be intended for another server.
 */
export const OnlyIncomingWebhookBots = (): RouteDecorator => SetMetadata(ONLY_WEBHOOK_BOTS, true);

/**
 * Accepts the API key as the parameter `api_key` in the query, for files that clients open where they cannot send
 * headers.
 */
export const AllowQueryKey = (): RouteDecorator => SetMetadata(QUERY_KEY, true);

/** Exempts a route from rate limits, for files that clients fetch in bulk. */
export const Unlimited = (): RouteDecorator => SetMetadata(UNLIMITED, true);

/**
 * Accepts this header instead of a CSRF token in writes. Browsers do not allow other sites to send such a header with
 * cookies, except for the headers that CORS always allows.
 */
export const CsrfHeader = (name: string): RouteDecorator =>
  SetMetadata(CSRF_HEADER, name.toLowerCase());
