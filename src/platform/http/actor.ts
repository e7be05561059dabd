// The user on whose behalf a request acts. Handlers take it as an argument and pass it on as the first:
// nothing below a controller reads the request.
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { ApiError } from './api-error.js';
import { clientAddress } from './client-network.js';
import { contextOf } from './request-context.js';

export enum Role {
  Owner = 100,
  Administrator = 200,
  Moderator = 300,
  Member = 400,
  Guest = 600,
}

export interface Actor {
  realmId: number;
  userId: number;
  role: Role;
  isBot: boolean;
  /** Null for a person. */
  botType: BotType | null;
  /** The address that the API shows, which can differ from the delivery email. */
  email: string;
  deliveryEmail: string;
  fullName: string;
  /** The client program of this request. */
  clientName: string;
}

export const GENERIC_BOT = 1;
export const INCOMING_WEBHOOK_BOT = 2;
export const OUTGOING_WEBHOOK_BOT = 3;
export const EMBEDDED_BOT = 4;

export type BotType =
  | typeof GENERIC_BOT
  | typeof INCOMING_WEBHOOK_BOT
  | typeof OUTGOING_WEBHOOK_BOT
  | typeof EMBEDDED_BOT;

export interface RealmIdentity {
  id: number;
  stringId: string;
  deactivated: boolean;
}

/** The user or bot whose credentials the request carries. Not for public routes. */
export const CurrentActor = createParamDecorator((_: unknown, host: ExecutionContext): Actor => {
  const { actor } = contextOf(host.switchToHttp().getRequest<Request>());
  if (!actor) throw new Error('@CurrentActor() is used on a route without credentials');
  return actor;
});

/** The caller of a route that spectators may use. */
export type Reader = Actor | Spectator;

/** A caller without an account. */
export interface Spectator {
  realmId: number;
  userId: undefined;
}

/** The actor, or a spectator when the request has no credentials. */
export const CurrentReader = createParamDecorator((_: unknown, host: ExecutionContext): Reader => {
  const { actor, realm } = contextOf(host.switchToHttp().getRequest<Request>());
  if (actor) return actor;
  if (!realm || realm.deactivated) {
    throw ApiError.unauthorized('There is no organization at this address');
  }
  return { realmId: realm.id, userId: undefined };
});

export function isSpectator(reader: Reader): reader is Spectator {
  return reader.userId === undefined;
}

/**
 * The realm that the Host header names. A host without a realm is an error 404; with
 * `{ optional: true }` the argument is undefined instead.
 */
export const CurrentRealm = createParamDecorator(
  (options: { optional: true } | undefined, host: ExecutionContext): RealmIdentity | undefined => {
    const { realm } = contextOf(host.switchToHttp().getRequest<Request>());
    if (!realm && !options?.optional) throw ApiError.nonexistentRealm();
    return realm;
  },
);

/** The id of the browser session that the request belongs to; undefined with an API key. */
export const CurrentSession = createParamDecorator(
  (_: unknown, host: ExecutionContext): number | undefined =>
    contextOf(host.switchToHttp().getRequest<Request>()).sessionId,
);

/** The origin of a login. */
export interface LoginOrigin {
  clientName: string;
  userAgent: string;
  /** The IP address. */
  address: string;
}

export const CurrentOrigin = createParamDecorator(
  (_: unknown, host: ExecutionContext): LoginOrigin => {
    const request = host.switchToHttp().getRequest<Request>();
    return {
      clientName: contextOf(request).clientName,
      userAgent: request.headers['user-agent'] ?? '',
      address: clientAddress(request),
    };
  },
);

/** The client program's name, as in Actor.clientName, for public routes. */
export const CurrentClient = createParamDecorator(
  (_: unknown, host: ExecutionContext): string =>
    contextOf(host.switchToHttp().getRequest<Request>()).clientName,
);
