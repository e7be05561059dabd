// Sends errors of files as browsers need them: an image if an image is expected, and a redirect to the login page
// for browsers without a session.
import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ApiError } from '#platform/http/api-error.js';
import { sendError } from '#platform/http/envelope.js';
import { contextOf } from '#platform/http/request-context.js';

/** A gray square of 16 pixels. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAAAAAA6mKC9AAAAD0lEQVR42mM4gQYYRrYAAEdGyAEmphyqAAAAAElFTkSuQmCC',
  'base64',
);

@Catch(ApiError)
export class FileErrorsFilter implements ExceptionFilter<ApiError> {
  catch(error: ApiError, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    const needsLogin = isLoginNeeded(error, request);
    if (!needsLogin && error.status !== 403 && error.status !== 404) {
      sendError(response, error);
      return;
    }
    response.vary('Accept');
    if (request.accepts(['html', 'png']) === 'png') {
      response.status(needsLogin ? 403 : error.status);
      response.set({ 'Content-Type': 'image/png', 'Cache-Control': 'no-store' });
      response.end(PICTURE);
    } else {
      sendError(response, needsLogin ? ApiError.loginNeeded(loginPath(request)) : error);
    }
  }
}

/** Whether the request has no credentials, or a session that has ended. */
function isLoginNeeded({ status }: ApiError, request: Request): boolean {
  const { actor, acceptsQueryKey, query } = contextOf(request);
  if (status === 302) return true;
  if (actor || request.headers.authorization !== undefined) return false;
  if (acceptsQueryKey && query.has('api_key')) return false;
  return status === 401 || status === 403;
}

function loginPath({ originalUrl }: Request): string {
  return `/accounts/login?next=${encodeURIComponent(originalUrl)}`;
}
