// The one place where an answer gets its shape: `result`, `msg`, the handler's fields, and a
// newline at the end; never cached. A handler that answers by itself, such as a long poll that
// waits, uses the same functions and needs to keep nothing but its response.
import type { Response } from 'express';
import type { ServerResponse } from 'node:http';
import type { ApiError } from './api-error.js';
import { ReadyJson } from './ready-json.js';

const NEVER_CACHE = 'max-age=0, no-cache, no-store, must-revalidate, private';
const LONG_AGO = 'Thu, 01 Jan 1970 00:00:00 GMT';

/** Sends JSON text. Does nothing when the response is already under way. */
export function sendJson(response: ServerResponse, status: number, body: string): void {
  if (!begin(response, status)) return;
  if (response.req.method === 'HEAD') response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(body);
}

/** The same for text in pieces, which go out together without being copied. */
function sendPieces(response: ServerResponse, status: number, pieces: Buffer[]): void {
  if (!begin(response, status)) return;
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  response.setHeader('Content-Length', length);
  response.cork();
  for (const piece of pieces) response.write(piece);
  response.end();
}

function begin(response: ServerResponse, status: number): boolean {
  if (response.headersSent) return false;
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json');
  if (!response.hasHeader('Cache-Control')) {
    response.setHeader('Cache-Control', NEVER_CACHE);
    response.setHeader('Expires', LONG_AGO);
  }
  return true;
}

/** Sends a success, with the names of the parameters that the handler did not know. */
export function sendSuccess(response: Response, fields?: object): void {
  const ignored = response.req.parley?.ignoredParameters() ?? [];
  const envelope = { result: 'success', msg: '', ...fields };
  const body = ignored.length ? { ...envelope, ignored_parameters_unsupported: ignored } : envelope;
  if (Object.values(body).some((value) => value instanceof ReadyJson)) {
    sendPieces(response, 200, piecesOf(body));
  } else {
    sendJson(response, 200, `${JSON.stringify(body)}\n`);
  }
}

export function sendError(response: ServerResponse, error: ApiError): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  for (const name in error.headers) response.setHeader(name, error.headers[name] ?? '');
  sendJson(response, error.status, errorBody(error));
}

/** An object that is not empty, as JSON and a newline. */
function piecesOf(body: object): Buffer[] {
  const pieces: Buffer[] = [];
  let text = '{';
  for (const [name, value] of Object.entries(body) as [string, unknown][]) {
    if (value === undefined) continue;
    text += `${text === '{' ? '' : ','}${JSON.stringify(name)}:`;
    if (value instanceof ReadyJson) {
      pieces.push(Buffer.from(text), value.bytes);
      text = '';
    } else {
      text += JSON.stringify(value);
    }
  }
  pieces.push(Buffer.from(`${text}}\n`));
  return pieces;
}

export function errorBody(error: ApiError): string {
  const { message, code, data } = error;
  return `${JSON.stringify({ result: 'error', msg: message, code, ...data })}\n`;
}
