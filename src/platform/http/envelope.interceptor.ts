import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request } from 'express';
import { map, type Observable } from 'rxjs';
import { successBody } from './envelope.js';
import { contextOf } from './request-context.js';

/** Creates the body of a successful response from the fields that a handler returns. */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor<unknown, object> {
  intercept(host: ExecutionContext, next: CallHandler<unknown>): Observable<object> {
    const context = contextOf(host.switchToHttp().getRequest<Request>());
    return next.handle().pipe(
      map((fields) => {
        if (fields !== undefined && (typeof fields !== 'object' || fields === null)) {
          throw new TypeError('A handler must return a plain object or nothing');
        }
        return successBody(fields, context.ignoredParameters());
      }),
    );
  }
}
