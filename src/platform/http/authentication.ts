// The interface by which the HTTP layer looks up realms and users, implemented by the module that owns them,
// and a strict parser of Basic Authorization headers.
import { isUtf8 } from 'node:buffer';
import type { Actor, RealmIdentity } from './actor.js';
import { ApiError } from './api-error.js';

export abstract class Authentication {
  /** `host` is the name in the Host header, in lower case and without the port. */
  abstract findRealm(host: string): Promise<RealmIdentity | undefined>;

  /**
   * A position of the event log of the realm: what is read from caches and the database after this
   * contains the effects of all events up to it.
   */
  abstract position(realmId: number): Promise<number>;

  /** Waits until caches contain the effects of all events committed before the call. */
  abstract catchUp(realmId: number): Promise<void>;

  /** Runs `work` while nothing else in the realm changes rights, in any process. */
  abstract holdRights<T>(realmId: number, work: () => Promise<T>): Promise<T>;

  /**
   * The user with this delivery email (compared without case) and API key in the realm. Without an email, the
   * API key is sufficient. Throws CredentialsRefused when there is none. The caller sets `clientName`, on a
   * copy.
   */
  abstract authenticate(
    realm: RealmIdentity,
    email: string | undefined,
    apiKey: string,
  ): Promise<Actor>;

  /**
   * The user of this browser session in the realm. Throws ApiError.sessionRefused when there is none.
   */
  abstract authenticateSession(realm: RealmIdentity, token: string): Promise<SessionActor>;
}

/** The error for an invalid email or API key in a header, which has the same code for all causes. */
export class CredentialsRefused extends ApiError {
  constructor(
    private readonly reason: 'INVALID_API_KEY' | 'USER_DEACTIVATED' | 'REALM_DEACTIVATED',
    message: string,
  ) {
    const { code, status, data, headers } = ApiError.unauthorized(message);
    super(code, status, message, data, headers);
  }

  /** The error for an invalid API key in the query, whose code depends on the cause. */
  withReason(): ApiError {
    return new ApiError(this.reason, this.status, this.message, this.data, this.headers);
  }
}

export interface SessionActor {
  actor: Actor;
  sessionId: number;
}

export interface Credentials {
  email: string;
  apiKey: string;
}

/** Throws 401 for an absent or malformed header, 400 for another scheme. */
export function readCredentials(header: string | undefined): Credentials {
  if (!header?.trim())
    throw ApiError.unauthorized('Authentication needs an email address and an API key');
  const [scheme = '', token, ...rest] = header.trim().split(/\s+/);
  if (scheme.toLowerCase() !== 'basic') {
    throw ApiError.badRequest('Only Basic authorization is supported');
  }
  const text = token !== undefined && rest.length === 0 ? decodeBase64(token) : undefined;
  const colon = text?.indexOf(':') ?? -1;
  if (text === undefined || colon < 1) {
    throw ApiError.unauthorized('The Authorization header is malformed');
  }
  const apiKey = text.slice(colon + 1).trim();
  if (!/^[A-Za-z0-9]{32}$/.test(apiKey)) throw ApiError.unauthorized('The API key is malformed');
  return { email: text.slice(0, colon), apiKey };
}

function decodeBase64(token: string): string | undefined {
  if (token.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64');
  if (!isUtf8(bytes) || bytes.includes(0)) return undefined;
  return bytes.toString('utf8');
}
