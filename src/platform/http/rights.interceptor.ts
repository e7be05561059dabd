import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { checkedRights, RightsChanged } from '#platform/event-log/rights-check.js';
import { AccessGuard, accessPolicyOf, isWrite } from './access.guard.js';
import { ApiError } from './api-error.js';
import { contextOf } from './request-context.js';
import { KeyedLimit } from '#platform/keyed-limit.js';

const MAX_ATTEMPTS = 30;

/**
 * Lets writes fail when rights change before they commit, and begins them again with the rights of the
 * user at that time. Handlers must not have effects outside the database before their first commit.
 */
@Injectable()
export class RightsInterceptor implements NestInterceptor {
  /** Changes of rights that began together would fail each other again. */
  private readonly repetitions = new KeyedLimit<number>(1);

  constructor(private readonly accessGuard: AccessGuard) {}

  intercept(host: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = host.switchToHttp().getRequest<Request>();
    if (!isWrite(request) || !contextOf(request).actor) return next.handle();
    return from(this.run(host, request, next));
  }

  private async run(host: ExecutionContext, request: Request, next: CallHandler): Promise<unknown> {
    const context = contextOf(request);
    const { realmId } = context.actor!;
    const attempt = (): Promise<unknown> => handle(next, realmId, context.rightsAsOf);
    const repeat = async (): Promise<unknown> => {
      await this.accessGuard.renew(request, accessPolicyOf(host.getHandler()));
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

async function handle(next: CallHandler, realmId: number, asOf: number): Promise<unknown> {
  const rights = { realmId, asOf, isCommitted: false, isOver: false };
  try {
    return await checkedRights.run(rights, () =>
      lastValueFrom(next.handle() as Observable<unknown>, { defaultValue: undefined }),
    );
  } catch (error) {
    throw error instanceof RightsChanged && rights.isCommitted ? ApiError.ofStatus(503) : error;
  } finally {
    rights.isOver = true;
  }
}
