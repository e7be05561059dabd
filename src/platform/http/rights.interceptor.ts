import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { contextOf } from './request-context.js';
import { RepeatableWrites } from './repeatable-writes.js';

/** Begins a write again when rights change before it commits; see RepeatableWrites. */
@Injectable()
export class RightsInterceptor implements NestInterceptor {
  constructor(private readonly repeatableWrites: RepeatableWrites) {}

  intercept(host: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = host.switchToHttp().getRequest<Request>();
    if (!contextOf(request).actor) return next.handle();
    const handle = (): Promise<unknown> =>
      lastValueFrom(next.handle() as Observable<unknown>, { defaultValue: undefined });
    return from(this.repeatableWrites.run(request, host.getHandler(), handle));
  }
}
