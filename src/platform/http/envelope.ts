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

/** `body` is a plain object, whose fields may be ReadyJson. Resolves when the client has read all pieces. */
export function sendBody(
  response: ServerResponse,
  status: number,
  body: object,
): Promise<void> | undefined {
  if (Object.values(body).some((value) => value instanceof ReadyJson)) {
    return sendPieces(response, status, partsOf(body));
  }
  sendJson(response, status, `${JSON.stringify(body)}\n`);
  return undefined;
}

/** Sends JSON text. Does nothing if the response has already been started. */
export function sendJson(response: ServerResponse, status: number, body: string): void {
  if (!begin(response, status)) return;
  if (response.req.method === 'HEAD') response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(body);
}

type Part = string | ReadyJson<unknown>;

/** The parts of responses whose clients have not read all pieces yet, those that have waited longest first. */
const waiting = new Set<Part[]>();
/** Responses that wait for their clients and of which a process holds more than one piece. */
const MAX_WHOLE = 8;

/**
 * Sends JSON in pieces, each when the client has read those before it, so that a process holds one piece for
 * each slow client and no copy of the whole. The length is known unless parts may be read again.
 */
async function sendPieces(response: ServerResponse, status: number, parts: Part[]): Promise<void> {
  if (!begin(response, status)) return;
  const lengths = parts.map((part) =>
    typeof part === 'string' ? Buffer.byteLength(part) : part.length,
  );
  if (lengths.every((length) => length !== undefined)) {
    response.setHeader(
      'Content-Length',
      lengths.reduce((sum, length) => sum + length, 0),
    );
  }
  if (response.req.method !== 'HEAD') {
    for (const part of parts) {
      for await (const piece of typeof part === 'string' ? [part] : part.pieces()) {
        if (response.write(piece)) continue;
        if (!(await drained(response, parts))) return;
      }
    }
  }
  response.end();
}

/** Waits until the client has read what was written; returns whether it is still connected. */
async function drained(response: ServerResponse, parts: Part[]): Promise<boolean> {
  if (response.destroyed) return false;
  waiting.add(parts);
  if (waiting.size > MAX_WHOLE) {
    const [longest = parts] = waiting;
    for (const part of longest) if (typeof part !== 'string') part.release();
    waiting.delete(longest);
  }
  await new Promise<void>((resolve) => {
    const settle = (): void => {
      response.off('drain', settle).off('close', settle);
      resolve();
    };
    response.on('drain', settle).on('close', settle);
  });
  waiting.delete(parts);
  return !response.destroyed;
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
function partsOf(body: object): Part[] {
  const parts: Part[] = [];
  let text = '{';
  for (const [name, value] of Object.entries(body) as [string, unknown][]) {
    if (value === undefined) continue;
    text += `${text === '{' ? '' : ','}${JSON.stringify(name)}:`;
    if (value instanceof ReadyJson) {
      parts.push(text, value);
      text = '';
    } else {
      text += JSON.stringify(value);
    }
  }
  return [...parts, `${text}}\n`];
}
