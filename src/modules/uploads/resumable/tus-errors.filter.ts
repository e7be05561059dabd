// Sends errors in the form that clients of tus expect: with the version of the protocol, and with `message`, which
// clients show to their users.
import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import { TUS_RESUMABLE } from '@tus/server';
import type { Response } from 'express';
import { ApiError } from '#platform/http/api-error.js';
import { sendError } from '#platform/http/envelope.js';

@Catch(ApiError)
export class TusErrorsFilter implements ExceptionFilter<ApiError> {
  catch({ code, status, message, data, headers }: ApiError, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    response.setHeader('Tus-Resumable', TUS_RESUMABLE);
    sendError(response, new ApiError(code, status, message, { ...data, message }, headers));
  }
}
