// Converts everything thrown while a request is handled into an error response. A failure that the client
// caused is described in it; any other is a 500 without details, and is logged once with all of them.
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { Request, Response } from 'express';
import { MulterError } from 'multer';
import { PinoLogger } from 'nestjs-pino';
import { UnopenableBoxError } from '#platform/crypto.js';
import { ApiError } from './api-error.js';
import { sendError } from './envelope.js';

@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly logger: PinoLogger) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    if (response.destroyed) return;
    const error = this.toApiError(thrown, request);
    sendError(response, request.parley?.acceptsApiKey === false ? error.forSessions() : error);
  }

  private toApiError(thrown: unknown, request: Request): ApiError {
    if (thrown instanceof ApiError) return thrown;
    if (thrown instanceof MulterError) return multipartError(thrown);
    const status = statusOf(thrown);
    if (status !== undefined && (status < 500 || status === 503)) return ApiError.ofStatus(status);
    if (isDataException(thrown)) {
      this.logger.warn({ err: thrown }, 'PostgreSQL rejected input that passed every check');
      return ApiError.badRequest('A parameter has a value that cannot be stored');
    }
    if (isDatabaseUnavailable(thrown)) {
      this.logger.warn({ err: thrown }, 'The database is not available');
      return ApiError.ofStatus(503);
    }
    if (thrown instanceof UnopenableBoxError) {
      this.logger.error(
        { err: thrown },
        'SECRET_KEY differs from the key that encrypted values in the database',
      );
      return ApiError.ofStatus(503);
    }
    const template = (request.route as { path: string } | undefined)?.path;
    const route = `${request.method} ${template ?? 'before routing'}`;
    this.logger.error({ err: thrown, route }, 'A request failed');
    return ApiError.internal();
  }
}

function multipartError(error: MulterError): ApiError {
  switch (error.code) {
    case 'LIMIT_FIELD_VALUE':
    case 'LIMIT_FILE_SIZE':
      return ApiError.ofStatus(413);
    case 'LIMIT_FILE_COUNT':
    case 'LIMIT_UNEXPECTED_FILE':
      return ApiError.badRequest('The request has a file that this operation does not accept');
    case 'LIMIT_FIELD_COUNT':
    case 'LIMIT_PART_COUNT':
      return ApiError.badRequest('The request has too many parameters');
    default:
      return ApiError.badRequest('The request body is not valid multipart/form-data');
  }
}

/** The status of an error from Nest, Express or its body readers. */
function statusOf(thrown: unknown): number | undefined {
  if (thrown instanceof HttpException) return thrown.getStatus();
  if (!(thrown instanceof Error) || !('status' in thrown)) return undefined;
  return typeof thrown.status === 'number' && thrown.status >= 400 ? thrown.status : undefined;
}

/**
 * A statement, a lock or a transaction that exceeded its time limit, a pool without a free connection, or a database that is
 * down, starting, or lost during the statement: SQLSTATE classes 57 and 08, insufficient resources (53), and
 * broken sockets; also a full disk or memory.
 */
function isDatabaseUnavailable(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  if (UNAVAILABLE_MESSAGES.some((start) => thrown.message.startsWith(start))) return true;
  const { code, syscall } = thrown as NodeJS.ErrnoException;
  return (
    code !== undefined &&
    (/^(57P0[1-5]|57014|55P03|25P03|08...|53...|EPIPE|ECONNRESET)$/.test(code) ||
      syscall === 'connect')
  );
}

/** Messages of failures for which the driver sets no code. */
const UNAVAILABLE_MESSAGES = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Client has encountered a connection error',
];

/** SQLSTATE class 22: a value that PostgreSQL cannot store, such as one out of range. */
function isDataException(thrown: unknown): boolean {
  const code = (thrown as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code);
}
