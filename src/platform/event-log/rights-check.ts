// Rights are checked with what a process has read and cached, and may change before the act commits.
// Acts on behalf of a request therefore name the position of the log as of which their checks were made,
// and the append, which orders all commits of a realm, fails if rights have changed since. The request
// then begins again, with new checks.
import { AsyncVariable } from '#platform/async-variable.js';

export interface CheckedRights {
  realmId: number;
  /** Nothing that decides rights is older than this event. */
  asOf: number;
  /** Whether a transaction with events was committed: the act cannot begin again. */
  isCommitted: boolean;
  /** Whether the request is over: work that outlives it, such as a timer, is no act of its user. */
  isOver: boolean;
}

/** The checks of the current request, if it acts for a user. */
export const checkedRights = new AsyncVariable<CheckedRights>();

/** Rights in the realm have changed since they were checked; the transaction is rolled back. */
export class RightsChanged extends Error {
  constructor() {
    super('Rights have changed since they were checked');
  }
}
