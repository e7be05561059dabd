// Sends a file that never changes: with its ETag, conditional requests and ranges. Errors have none of the headers of
// the file, which would let caches store them.
import type { Response } from 'express';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ApiError } from './api-error.js';

export interface FileContent {
  /** All headers of the file, except for those about its size and version. */
  headers: Record<string, string>;
  /** In bytes. */
  size: number;
  /** The ETag with its quotation marks. */
  etag: string;
  /** Both ends of the range are included. Undefined when the content is missing. */
  open(range: ByteRange | undefined): Promise<Readable | undefined>;
}

interface ByteRange {
  start: number;
  end: number;
}

export async function sendFile(response: Response, file: FileContent): Promise<void> {
  const { method } = response.req;
  if (isFresh(response, file)) {
    setHeaders(response, file);
    response.status(304).end();
    return;
  }
  // Other methods have no ranges.
  const range = method === 'GET' ? rangeOf(response, file) : undefined;
  const content = method === 'HEAD' ? undefined : await file.open(range);
  if (method !== 'HEAD' && !content) throw ApiError.resourceNotFound('The file is missing');
  setHeaders(response, file);
  response.status(range ? 206 : 200);
  response.setHeader('Content-Length', range ? range.end - range.start + 1 : file.size);
  if (range) {
    response.setHeader('Content-Range', `bytes ${range.start}-${range.end}/${file.size}`);
  }
  if (!content) {
    response.end();
    return;
  }
  // The headers have been sent, so a failure can only be signaled by closing the connection.
  await pipeline(content, response).catch(() => response.destroy());
}

/** Whether the client has this version. */
function isFresh(response: Response, { etag }: FileContent): boolean {
  // Express compares with the header of the response.
  response.setHeader('ETag', etag);
  const { fresh } = response.req;
  response.removeHeader('ETag');
  return fresh;
}

function setHeaders(response: Response, { headers, etag }: FileContent): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.setHeader('ETag', etag);
  response.setHeader('Accept-Ranges', 'bytes');
}

/** A range from a position, or of the last bytes. */
const RANGE = /^bytes=(?:(?<first>\d{1,15})-(?<last>\d{0,15})|-(?<length>\d{1,15}))$/;

/**
 * Undefined for the whole file, which is also sent for several ranges and for what is not a range of bytes. Throws
 * for a range outside of the file. The parser of Express refuses a longer end than the file has.
 */
function rangeOf(
  { req: { headers } }: Response,
  { size, etag }: FileContent,
): ByteRange | undefined {
  const condition = headers['if-range'];
  if (condition !== undefined && condition !== etag) return undefined;
  const { first, last, length } = RANGE.exec(headers.range ?? '')?.groups ?? {};
  if (first === undefined && length === undefined) return undefined;
  const start = first === undefined ? Math.max(0, size - Number(length)) : Number(first);
  if (last && Number(last) < start) return undefined;
  if (start >= size) {
    throw new ApiError('BAD_REQUEST', 416, 'The range is not within the file', undefined, {
      'Content-Range': `bytes */${size}`,
    });
  }
  return { start, end: last ? Math.min(Number(last), size - 1) : size - 1 };
}
