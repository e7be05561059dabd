// The shape of every response: `result`, `msg`, further fields, and a newline at the end; never cached.
// A handler that sends its response itself, such as a long poll that waits, uses `sendJson` and needs to
// retain nothing but the response object.
import type { ServerResponse } from 'node:http';
import type { ApiError } from './api-error.js';
import { ReadyJson } from './ready-json.js';

const NEVER_CACHE = 'max-age=0, no-cache, no-store, must-revalidate, private';
const EXPIRED = 'Thu, 01 Jan 1970 00:00:00 GMT';

/** The body of a success. `ignored` are the names of parameters that the operation did not use. */
export function successBody(fields: object | undefined, ignored: string[]): object {
  const body = { result: 'success', msg: '', ...fields };
  return ignored.length > 0 ? { ...body, ignored_parameters_unsupported: ignored } : body;
}

/** `body` is a plain object, whose fields may be ReadyJson. */
export function sendBody(response: ServerResponse, status: number, body: object): void {
  if (Object.values(body).some((value) => value instanceof ReadyJson)) {
    sendPieces(response, status, piecesOf(body));
  } else {
    sendJson(response, status, `${JSON.stringify(body)}\n`);
  }
}

/** Sends JSON text. Does nothing if the response has already been started. */
export function sendJson(response: ServerResponse, status: number, body: string): void {
  if (!begin(response, status)) return;
  if (response.req.method === 'HEAD') response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(body);
}

/** Sends JSON in pieces, without copying them into one buffer. */
function sendPieces(response: ServerResponse, status: number, pieces: Buffer[]): void {
  if (!begin(response, status)) return;
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  response.setHeader('Content-Length', length);
  for (const piece of pieces) response.write(piece);
  response.end();
}

function begin(response: ServerResponse, status: number): boolean {
  if (response.headersSent) return false;
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json');
  if (!response.hasHeader('Cache-Control')) {
    response.setHeader('Cache-Control', NEVER_CACHE);
    response.setHeader('Expires', EXPIRED);
  }
  return true;
}

/** Closes the connection if part of another response has already been sent. */
export function sendError(response: ServerResponse, error: ApiError): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  for (const name in error.headers) response.setHeader(name, error.headers[name] ?? '');
  sendJson(response, error.status, errorBody(error));
}

export function errorBody(error: ApiError): string {
  const { message, code, data } = error;
  return `${JSON.stringify({ result: 'error', msg: message, code, ...data })}\n`;
}

/** A non-empty object as JSON, with a newline. */
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
