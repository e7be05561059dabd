// Access control of the whole API. For each request, in this order: the realm from the Host header, the
// credentials, the rate limit, the role. A route without decorators requires valid credentials.
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import 'reflect-metadata';
import {
  CSRF_HEADER,
  MINIMUM_ROLE,
  ONLY_WEBHOOK_BOTS,
  OPERATIONAL,
  PUBLIC,
  QUERY_KEY,
  SPECTATORS,
  UNLIMITED,
  WEBHOOK_BOTS,
} from './access.decorators.js';
import { type Actor, INCOMING_WEBHOOK_BOT, Role } from './actor.js';
import { ApiError } from './api-error.js';
import { Authentication, CredentialsRefused, readCredentials } from './authentication.js';
import { clientAddress, clientNetwork } from './client-network.js';
import { RateLimiter } from './rate-limiter.js';
import { contextOf } from './request-context.js';
import { checkCsrf, SessionCookies } from './session-cookies.js';

export interface AccessPolicy {
  public: boolean;
  spectators: boolean;
  operational: boolean;
  webhookBots: boolean;
  onlyWebhookBots: boolean;
  unlimited: boolean;
  queryKey: boolean;
  /** The header that takes the place of the CSRF token, in lower case. */
  csrfHeader: string | undefined;
  minimumRole: Role;
}

const ROLE_NAMES: Record<Role, string> = {
  [Role.Owner]: 'owners',
  [Role.Administrator]: 'administrators',
  [Role.Moderator]: 'moderators and administrators',
  [Role.Member]: 'members, not guests,',
  [Role.Guest]: 'users',
};

const policies = new WeakMap<object, AccessPolicy>();

/** The policy that the decorators of a handler declare. */
export function accessPolicyOf(handler: object): AccessPolicy {
  let policy = policies.get(handler);
  if (!policy) {
    policy = declaredPolicy(handler);
    policies.set(handler, policy);
  }
  return policy;
}

function declaredPolicy(handler: object): AccessPolicy {
  return {
    public: Reflect.hasMetadata(PUBLIC, handler),
    spectators: Reflect.hasMetadata(SPECTATORS, handler),
    operational: Reflect.hasMetadata(OPERATIONAL, handler),
    webhookBots: Reflect.hasMetadata(WEBHOOK_BOTS, handler),
    onlyWebhookBots: Reflect.hasMetadata(ONLY_WEBHOOK_BOTS, handler),
    unlimited: Reflect.hasMetadata(UNLIMITED, handler),
    queryKey: Reflect.hasMetadata(QUERY_KEY, handler),
    csrfHeader: Reflect.getMetadata(CSRF_HEADER, handler) as string | undefined,
    minimumRole: (Reflect.getMetadata(MINIMUM_ROLE, handler) as Role | undefined) ?? Role.Guest,
  };
}

const LOGIN_PATH = '/accounts/login';

/** The Authorization header, where API keys are accepted. */
function authorizationOf(request: Request): string | undefined {
  const { acceptsApiKey, prefersQueryKey, query } = contextOf(request);
  if (!acceptsApiKey || (prefersQueryKey && query.has('api_key'))) return undefined;
  return request.headers.authorization;
}

/** The API key in the query, on routes that accept one. */
function queryKeyOf(request: Request): string | undefined {
  const { acceptsQueryKey, query } = contextOf(request);
  return acceptsQueryKey ? query.get('api_key') : undefined;
}

/** Whether a browser shows the response as a page. */
function isNavigation({ method, headers }: Request): boolean {
  return method === 'GET' && (headers.accept?.includes('text/html') ?? false);
}

function isWrite({ method }: Request): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

/**
 * Uses the Host header alone, as the check of a form's origin does: other headers that name a host must
 * not select another organization.
 */
function hostName({ headers: { host = '' } }: Request): string {
  const end = host.indexOf(':', host.startsWith('[') ? host.indexOf(']') : 0);
  return (end === -1 ? host : host.slice(0, end)).toLowerCase();
}

@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly authentication: Authentication,
    private readonly rateLimiter: RateLimiter,
    private readonly sessionCookies: SessionCookies,
  ) {}

  async canActivate(host: ExecutionContext): Promise<boolean> {
    const policy = accessPolicyOf(host.getHandler());
    if (policy.operational) return true;
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    const context = contextOf(request);
    context.realm = await this.authentication.findRealm(hostName(request));
    context.acceptsQueryKey = policy.queryKey || policy.onlyWebhookBots;
    context.prefersQueryKey = policy.onlyWebhookBots;
    context.csrfHeader = policy.csrfHeader;
    const isSpectator = policy.spectators && !this.hasCredentials(request);
    if (policy.public || isSpectator) {
      if (!policy.unlimited) await this.limitAddress(request, response);
      return true;
    }
    const actor = await this.actorOrLimit(request, response);
    checkBotType(actor, policy);
    context.actor = { ...actor, clientName: context.clientName };
    if (!policy.unlimited) await this.rateLimiter.consume('user', `${actor.userId}`, response);
    checkRole(actor, policy);
    return true;
  }

  /** Authenticates a request again, after rights have changed. */
  async renew(request: Request, policy: AccessPolicy): Promise<void> {
    const context = contextOf(request);
    await this.authentication.catchUp(context.realm!.id);
    context.realm = await this.authentication.findRealm(hostName(request));
    const actor = await this.actorOf(request);
    context.actor = { ...actor, clientName: context.clientName };
    checkRole(actor, policy);
  }

  /** Failed authentication counts against the address, so that API keys cannot be guessed in bulk. */
  private async actorOrLimit(request: Request, response: Response): Promise<Actor> {
    try {
      return await this.actorOf(request);
    } catch (error) {
      await this.limitAddress(request, response);
      throw error;
    }
  }

  private async actorOf(request: Request): Promise<Actor> {
    const context = contextOf(request);
    // Comes first: the account must not be older than the position.
    if (context.realm && isWrite(request)) {
      context.rightsAsOf = await this.authentication.position(context.realm.id);
    }
    const authorization = authorizationOf(request);
    const session =
      authorization === undefined && !context.prefersQueryKey
        ? this.sessionCookies.read(request)
        : undefined;
    if (session !== undefined) return await this.actorOfSession(request, session);
    const queryKey = authorization === undefined ? queryKeyOf(request) : undefined;
    if (queryKey === undefined && authorization === undefined && isNavigation(request)) {
      throw ApiError.loginNeeded(`${LOGIN_PATH}?next=${encodeURIComponent(request.originalUrl)}`);
    }
    if (!context.acceptsApiKey) throw ApiError.unauthorized('This request needs a browser session');
    const { email, apiKey } =
      queryKey === undefined
        ? readCredentials(authorization)
        : { email: undefined, apiKey: queryKey };
    const { realm } = context;
    if (!realm) throw ApiError.unauthorized('There is no organization at this address');
    try {
      return await this.authentication.authenticate(realm, email, apiKey);
    } catch (error) {
      if (!(error instanceof CredentialsRefused)) throw error;
      throw email === undefined ? error.withReason() : error;
    }
  }

  private async actorOfSession(request: Request, token: string): Promise<Actor> {
    const context = contextOf(request);
    if (!context.realm) {
      throw ApiError.sessionRefused('UNAUTHORIZED', 'There is no organization at this address');
    }
    const session = await this.authentication.authenticateSession(context.realm, token);
    checkCsrf(request, token);
    context.sessionId = session.sessionId;
    return session.actor;
  }

  private hasCredentials(request: Request): boolean {
    return (
      authorizationOf(request) !== undefined ||
      queryKeyOf(request) !== undefined ||
      this.sessionCookies.read(request) !== undefined
    );
  }

  private limitAddress(request: Request, response: Response): Promise<void> {
    return this.rateLimiter.consume('address', clientNetwork(clientAddress(request)), response);
  }
}

function checkBotType({ botType }: Actor, policy: AccessPolicy): void {
  const isWebhookBot = botType === INCOMING_WEBHOOK_BOT;
  if (isWebhookBot && !policy.webhookBots && !policy.onlyWebhookBots) {
    throw ApiError.unauthorized('An incoming webhook bot can only send messages');
  }
  if (!isWebhookBot && policy.onlyWebhookBots) {
    throw ApiError.badRequest('Only incoming webhook bots can receive webhooks');
  }
}

function checkRole({ role }: Actor, { minimumRole }: AccessPolicy): void {
  if (role > minimumRole) {
    throw ApiError.badRequest(`Only ${ROLE_NAMES[minimumRole]} can do this`);
  }
}
