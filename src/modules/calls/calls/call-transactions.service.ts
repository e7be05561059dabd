// The transactions of requests that start or change a call. Concurrent ones of a realm share a transaction (group
// commit), in which they do not wait for each other's row locks. Therefore, those of one call run one after
// another, and refusals are results: an error would roll back the changes of other calls, to repeat each alone.
import { Injectable } from '@nestjs/common';
import { GroupCommit } from '#platform/database/group-commit.js';
import { ApiError } from '#platform/http/api-error.js';
import { KeyedLimit } from '#platform/keyed-limit.js';

@Injectable()
export class CallTransactions {
  private readonly oneForEachCall = new KeyedLimit<string>(1);

  constructor(private readonly groupCommit: GroupCommit) {}

  /** Throws the error that `work` returns. `work` must not have written anything if it returns one. */
  async run<T>(
    realmId: number,
    callId: string,
    work: () => Promise<T | ApiError>,
  ): Promise<Exclude<T, ApiError>> {
    const result = await this.oneForEachCall.run(callId, () => this.groupCommit.run(realmId, work));
    if (result instanceof ApiError) throw result;
    return result as Exclude<T, ApiError>;
  }
}
