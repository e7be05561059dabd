// Rights are checked against what a process has read and cached, and may change before the act commits. A
// request therefore records the position of the log as of which it made its checks. The append, which
// orders all commits of a realm, fails if rights have changed since that position, and the request starts
// again with new checks.
import { AsyncVariable } from '#platform/async-variable.js';

export interface CheckedRights {
  realmId: number;
  /** Nothing that decides rights is older than this event. */
  asOf: number;
  /** Whether the act is repeated, while other acts do not change rights (EventLog.holdRights). */
  isRepeated: boolean;
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
