// What a route asks of its caller. A route that says nothing asks for valid credentials.
import { SetMetadata } from '@nestjs/common';
import type { Role } from './actor.js';

export const PUBLIC = Symbol('public');
export const SPECTATORS = Symbol('spectators');
export const OPERATIONAL = Symbol('operational');
export const MINIMUM_ROLE = Symbol('minimum role');
export const WEBHOOK_BOTS = Symbol('incoming webhook bots');
export const UNLIMITED = Symbol('unlimited');

type RouteDecorator = MethodDecorator;

/** Opens a route to callers without credentials. */
export const Public = (): RouteDecorator => SetMetadata(PUBLIC, true);

/**
 * A route that also answers callers without credentials, with what the realm shows to everybody.
 * Credentials that are sent must be right. The handler takes `@CurrentReader()`.
 */
export const AllowSpectators = (): RouteDecorator => SetMetadata(SPECTATORS, true);

/** A route for operators (health, metrics): public, of no realm, and never rate limited. */
export const Operational = (): RouteDecorator => SetMetadata(OPERATIONAL, true);

/** Only users with at least this role; everyone else gets 400 BAD_REQUEST. */
export const RequireRole = (role: Role): RouteDecorator => SetMetadata(MINIMUM_ROLE, role);

/** Opens a route to incoming-webhook bots, which may call nothing else. */
export const AllowIncomingWebhookBots = (): RouteDecorator => SetMetadata(WEBHOOK_BOTS, true);

/** Exempts a route from the rate limits, for files that a client fetches in bulk. */
export const Unlimited = (): RouteDecorator => SetMetadata(UNLIMITED, true);
