import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { checkedRights, RightsChanged } from '#platform/event-log/rights-check.js';
import { KeyedLimit } from '#platform/keyed-limit.js';
import { AccessGuard, accessPolicyOf } from './access.guard.js';
import { ApiError } from './api-error.js';
import { contextOf } from './request-context.js';

const MAX_ATTEMPTS = 30;

/**
 * Lets writes fail when rights change before they commit, and begins them again with the rights of the
 * user at that time. Handlers must not have effects outside the database before their first commit.
 */
@Injectable()
export class RepeatableWrites {
  /** Changes of rights that began together would fail each other again. */
  private readonly repetitions = new KeyedLimit<number>(1);

  constructor(private readonly accessGuard: AccessGuard) {}

  async run(request: Request, handler: object, handle: () => Promise<unknown>): Promise<unknown> {
    const context = contextOf(request);
    const { realmId } = context.actor!;
    const attempt = (): Promise<unknown> => runChecked(handle, realmId, context.rightsAsOf);
    const repeat = async (): Promise<unknown> => {
      await this.accessGuard.renew(request, accessPolicyOf(handler));
      return attempt();
    };
    let work = attempt;
    for (let attempts = 1; ; attempts++) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof RightsChanged)) throw error;
        if (attempts === MAX_ATTEMPTS) throw ApiError.ofStatus(503);
        work = () => this.repetitions.run(realmId, repeat);
      }
    }
  }
}

async function runChecked(
  handle: () => Promise<unknown>,
  realmId: number,
  asOf: number,
): Promise<unknown> {
  const rights = { realmId, asOf, isCommitted: false, isOver: false };
  try {
    return await checkedRights.run(rights, handle);
  } catch (error) {
    throw error instanceof RightsChanged && rights.isCommitted ? ApiError.ofStatus(503) : error;
  } finally {
    rights.isOver = true;
  }
}
