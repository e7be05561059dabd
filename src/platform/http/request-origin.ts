// The origin of the request that the running code serves, for the record of administrative acts, which is
// written far below the controllers. Rules never depend on it: they take the actor as an argument.
import { AsyncVariable } from '#platform/async-variable.js';
import type { RequestContext } from './request-context.js';

export interface RequestOrigin {
  /** Null without credentials. */
  userId: number | null;
  clientName: string | null;
  address: string | null;
}

const NONE: RequestOrigin = { userId: null, clientName: null, address: null };

const currentRequest = new AsyncVariable<RequestContext>();

export function runInRequest(context: RequestContext, work: () => void): void {
  currentRequest.run(context, work);
}

/** All properties are null outside requests: in jobs and on the command line. */
export function requestOrigin(): RequestOrigin {
  const context = currentRequest.get();
  if (!context) return NONE;
  const { actor, clientName, address } = context;
  return { userId: actor?.userId ?? null, clientName, address };
}
