// The state of one request in the HTTP layer. A parked poll retains it, so it must not hold data that only
// the start of the request needs.
import type { Request } from 'express';
import type { Actor, RealmIdentity } from './actor.js';
import { clientName } from './client-name.js';
import { clientAddress } from './client-network.js';
import { type Fields, NO_FIELDS } from './parameters/fields.js';

declare module 'express-serve-static-core' {
  interface Request {
    parley?: RequestContext;
  }
}

export class RequestContext {
  readonly startedAt = performance.now();
  query: Fields = NO_FIELDS;
  form: Fields = NO_FIELDS;
  realm: RealmIdentity | undefined;
  actor: Actor | undefined;
  /** False for addresses of browser sessions, where an API key in the request is ignored. */
  acceptsApiKey = true;
  /** Whether an API key in the query is also accepted. */
  acceptsQueryKey = false;
  /** Whether an API key in the query replaces all other credentials. */
  prefersQueryKey = false;
  /** A header that replaces the CSRF token. */
  csrfHeader: string | undefined;
  /** Position of the event log: what the checks of rights read is not older. */
  rightsAsOf = 0;
  /** Set when the request belongs to a browser session. */
  sessionId: number | undefined;
  /** Names of the handler's parameters, one set for each DTO that was read. */
  processed: ReadonlySet<string>[] = [];
  /** Names of parameters that the handler knows, but that had no effect on this request. */
  readonly withoutEffect = new Set<string>();

  constructor(
    readonly id: string,
    private readonly request: Request,
  ) {}

  /** The IP address of the client. */
  get address(): string {
    return clientAddress(this.request);
  }

  get clientName(): string {
    const parameter = this.form.get('client') ?? this.query.get('client');
    const isBrowser = this.sessionId !== undefined;
    return clientName(parameter, this.request.headers['user-agent'], { isBrowser });
  }

  /** Sorted names of the parameters in the request that are unknown to its handler or had no effect. */
  ignoredParameters(): string[] {
    if (this.form.size === 0 && this.query.size === 0) return [];
    const ignored = new Set(this.withoutEffect);
    for (const fields of [this.form, this.query]) {
      for (const name of fields.keys()) if (!this.processes(name)) ignored.add(name);
    }
    return [...ignored].toSorted();
  }

  private processes(name: string): boolean {
    if (name === 'client' || name === 'method' || name === 'csrfmiddlewaretoken') return true;
    return this.processed.some((names) => names.has(name));
  }
}

export function contextOf(request: Request): RequestContext {
  if (!request.parley) throw new Error('The request did not pass through createHttpApplication');
  return request.parley;
}
