import { describe, expect, it } from '@jest/globals';
import type { ArgumentsHost } from '@nestjs/common';
import type { PinoLogger } from 'nestjs-pino';
import { ErrorFilter } from './error.filter.js';

interface Sent {
  status: number;
  headers: Record<string, unknown>;
  body: Record<string, unknown>;
}

function responseTo(thrown: unknown): Sent {
  const sent: Sent = { status: 0, headers: {}, body: {} };
  const response = {
    destroyed: false,
    headersSent: false,
    req: { method: 'GET' },
    setHeader(name: string, value: unknown) {
      sent.headers[name] = value;
    },
    hasHeader: () => false,
    set statusCode(status: number) {
      sent.status = status;
    },
    end(body: string) {
      sent.body = JSON.parse(body) as Record<string, unknown>;
    },
  };
  const http = { getRequest: () => ({ method: 'GET' }), getResponse: () => response };
  const logger = { warn: () => undefined, error: () => undefined } as unknown as PinoLogger;
  new ErrorFilter(logger).catch(thrown, {
    switchToHttp: () => http,
  } as unknown as ArgumentsHost);
  return sent;
}

function failure(message: string, code?: string): Error {
  return Object.assign(new Error(message), code === undefined ? {} : { code });
}

function connectFailure(code: string): Error {
  return Object.assign(failure(`connect ${code}`, code), { syscall: 'connect' });
}

describe('ErrorFilter', () => {
  it.each([
    ['a statement that ran into its time limit', failure('canceling statement', '57014'), 503],
    ['a statement that waited too long for a lock', failure('canceling statement', '55P03'), 503],
    ['a transaction that paused too long', failure('terminating connection', '25P03'), 503],
    ['no free connection', failure('timeout exceeded when trying to connect'), 503],
    ['a full disk', failure('could not extend file', '53100'), 503],
    ['too many connections', failure('sorry, too many clients already', '53300'), 503],
    ['a database that is starting', failure('starting up', '57P03'), 503],
    ['a database that ends', failure('terminating connection', '57P01'), 503],
    ['a database that is gone', failure('Connection terminated unexpectedly'), 503],
    ['a broken connection', failure('Client has encountered a connection error and …'), 503],
    ['a connection that broke', failure('write EPIPE', 'EPIPE'), 503],
    ['a database that is down', connectFailure('ECONNREFUSED'), 503],
    ['a value that PostgreSQL refuses', failure('invalid byte sequence', '22021'), 400],
    ['anything else', failure('broken'), 500],
    ['a thrown value that is not an error', undefined, 500],
  ])('maps %s', (_what, thrown, status) => {
    const response = responseTo(thrown);
    expect(response.status).toBe(status);
    expect(response.body['result']).toBe('error');
    expect('code' in response.body).toBe(status !== 500);
    expect(response.headers['Retry-After']).toBe(status === 503 ? '5' : undefined);
  });
});
