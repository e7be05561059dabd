// The one place where an answer gets its shape: `result`, `msg`, the handler's fields, and a
// newline at the end; never cached. A handler that answers by itself, such as a long poll that
// waits, uses the same functions and needs to keep nothing but its response.
import type { Response } from 'express';
import type { ServerResponse } from 'node:http';
import type { ApiError } from './api-error.js';

const NEVER_CACHE = 'max-age=0, no-cache, no-store, must-revalidate, private';
const LONG_AGO = 'Thu, 01 Jan 1970 00:00:00 GMT';

/** Sends JSON text. Does nothing when the response is already under way. */
export function sendJson(response: ServerResponse, status: number, body: string): void {
  if (response.headersSent) return;
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json');
  if (!response.hasHeader('Cache-Control')) {
    response.setHeader('Cache-Control', NEVER_CACHE);
    response.setHeader('Expires', LONG_AGO);
  }
  if (response.req.method === 'HEAD') response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(body);
}

/** Sends a success, with the names of the parameters that the handler did not know. */
export function sendSuccess(response: Response, fields?: object): void {
  const ignored = response.req.parley?.ignoredParameters() ?? [];
  sendJson(response, 200, successBody(fields, ignored));
}

export function sendError(response: ServerResponse, error: ApiError): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  for (const name in error.headers) response.setHeader(name, error.headers[name] ?? '');
  sendJson(response, error.status, errorBody(error));
}

function successBody(fields: object | undefined, ignored: readonly string[]): string {
  const envelope = { result: 'success', msg: '', ...fields };
  const body = ignored.length ? { ...envelope, ignored_parameters_unsupported: ignored } : envelope;
  return `${JSON.stringify(body)}\n`;
}

export function errorBody(error: ApiError): string {
  const { message, code, data } = error;
  return `${JSON.stringify({ result: 'error', msg: message, code, ...data })}\n`;
}
