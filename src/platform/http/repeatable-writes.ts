import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import pLimit from 'p-limit';
import {
  type CheckedRights,
  checkedRights,
  RightsChanged,
} from '#platform/event-log/rights-check.js';
import { KeyedLimit } from '#platform/keyed-limit.js';
import { AccessGuard, accessPolicyOf } from './access.guard.js';
import { ApiError } from './api-error.js';
import { Authentication } from './authentication.js';
import { contextOf } from './request-context.js';

const MAX_REPETITIONS = 30;
/** Repetitions of a process at once: each holds a connection besides that of its transaction. */
const MAX_AT_ONCE = 4;

/**
 * Lets writes fail when rights change before they commit, and begins them again with the rights of the
 * user at that time. Handlers must not have effects outside the database before their first commit.
 *
 * While a write is repeated, no other write of the realm begins in this process, and those of other
 * processes do not change rights: otherwise a slow write, such as that of a role, would fail as long as short
 * ones follow each other.
 */
@Injectable()
export class RepeatableWrites {
  /** Changes of rights that began together would fail each other again. */
  private readonly repetitions = new KeyedLimit<number>(1);
  /** By realm: resolved at the end of the write that is repeated. */
  private readonly repeating = new Map<number, Promise<void>>();
  private readonly atOnce = pLimit(MAX_AT_ONCE);

  constructor(
    private readonly accessGuard: AccessGuard,
    private readonly authentication: Authentication,
  ) {}

  async run(request: Request, handler: object, handle: () => Promise<unknown>): Promise<unknown> {
    const context = contextOf(request);
    const { realmId } = context.actor!;
    const attempt = (isRepeated: boolean): Promise<unknown> =>
      runChecked(handle, { realmId, asOf: context.rightsAsOf, isRepeated });
    const repeat = async (isRepeated: boolean): Promise<unknown> => {
      await this.accessGuard.renew(request, accessPolicyOf(handler));
      return attempt(isRepeated);
    };
    const repeated = this.repeating.get(realmId);
    await repeated;
    try {
      return await (repeated ? repeat(false) : attempt(false));
    } catch (error) {
      if (!(error instanceof RightsChanged)) throw error;
    }
    return this.repetitions.run(realmId, () => this.repeatAlone(realmId, () => repeat(true)));
  }

  private async repeatAlone(realmId: number, repeat: () => Promise<unknown>): Promise<unknown> {
    let end: () => void = () => undefined;
    this.repeating.set(realmId, new Promise((resolve) => (end = resolve)));
    try {
      return await this.atOnce(() =>
        this.authentication.holdRights(realmId, () => repeatUntilDone(repeat)),
      );
    } finally {
      this.repeating.delete(realmId);
      end();
    }
  }
}

async function repeatUntilDone(repeat: () => Promise<unknown>): Promise<unknown> {
  for (let repetitions = 1; ; repetitions++) {
    try {
      return await repeat();
    } catch (error) {
      if (!(error instanceof RightsChanged)) throw error;
      if (repetitions === MAX_REPETITIONS) throw ApiError.ofStatus(503);
    }
  }
}

async function runChecked(
  handle: () => Promise<unknown>,
  check: Pick<CheckedRights, 'realmId' | 'asOf' | 'isRepeated'>,
): Promise<unknown> {
  const rights = { ...check, isCommitted: false, isOver: false };
  try {
    return await checkedRights.run(rights, handle);
  } catch (error) {
    throw error instanceof RightsChanged && rights.isCommitted ? ApiError.ofStatus(503) : error;
  } finally {
    rights.isOver = true;
  }
}
