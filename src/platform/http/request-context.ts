// What the HTTP layer knows about one request, in one small object: a parked request keeps it
// for as long as it waits, so it holds nothing that only the start of the request needs.
import type { Request } from 'express';
import type { Actor, RealmIdentity } from './actor.js';
import { clientName } from './client-name.js';
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
  /** Of the browser session that the request belongs to. */
  sessionId: number | undefined;
  /** The names that the handler's parameters cover, once they have been read. */
  processed: ReadonlySet<string>[] = [];
  /** Names that the handler knows and that changed nothing this time. */
  readonly withoutEffect = new Set<string>();

  constructor(
    readonly id: string,
    private readonly userAgent: string | undefined,
  ) {}

  get clientName(): string {
    return clientName(this.form.get('client') ?? this.query.get('client'), this.userAgent);
  }

  /** Sorted names that the request sent and its handler does not know, or found without effect. */
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
