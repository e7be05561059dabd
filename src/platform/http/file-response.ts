// Sends a file that never changes: with its ETag, conditional requests and ranges. The handler has set all
// other headers.
import type { Response } from 'express';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ApiError } from './api-error.js';

export interface FileContent {
  /** In bytes. */
  size: number;
  /** With its quotation marks. */
  etag: string;
  /** Both ends of the range are included. Undefined when the content is missing. */
  open(range: { start: number; end: number } | undefined): Promise<Readable | undefined>;
}

export async function sendFile(response: Response, file: FileContent): Promise<void> {
  const { req: request } = response;
  response.setHeader('ETag', file.etag);
  response.setHeader('Accept-Ranges', 'bytes');
  if (request.fresh) {
    response.status(304).end();
    return;
  }
  const range = rangeOf(response, file);
  if (range === 'unsatisfiable') {
    response.removeHeader('Content-Type');
    response.removeHeader('Content-Disposition');
    throw new ApiError('BAD_REQUEST', 416, 'The range is not within the file', undefined, {
      'Content-Range': `bytes */${file.size}`,
    });
  }
  const length = range ? range.end - range.start + 1 : file.size;
  const content = request.method === 'HEAD' ? undefined : await file.open(range);
  if (request.method !== 'HEAD' && !content) throw ApiError.resourceNotFound('The file is missing');
  response.status(range ? 206 : 200);
  response.setHeader('Content-Length', length);
  if (range) {
    response.setHeader('Content-Range', `bytes ${range.start}-${range.end}/${file.size}`);
  }
  if (!content) {
    response.end();
    return;
  }
  // The headers are sent, so a failure can only be signalled by closing the connection.
  await pipeline(content, response).catch(() => response.destroy());
}

/** Undefined for the whole file, which may also be sent for several ranges. */
function rangeOf(
  { req: request }: Response,
  { size, etag }: FileContent,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const condition = request.headers['if-range'];
  if (condition !== undefined && condition !== etag) return undefined;
  const ranges = request.range(size);
  if (ranges === undefined || ranges === -2) return undefined;
  if (ranges === -1) return 'unsatisfiable';
  const [range] = ranges;
  return ranges.type === 'bytes' && ranges.length === 1 ? range : undefined;
}
