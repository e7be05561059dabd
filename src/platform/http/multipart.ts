// Reads multipart/form-data with multer, with one size limit for the whole body. Text fields become
// parameters; files are an error unless the reader accepts some.
import type { Request, Response } from 'express';
import type { Duplex } from 'node:stream';
import multer from 'multer';
import { ApiError } from './api-error.js';
import { collectFields, type Fields, MAX_FIELDS } from './parameters/fields.js';

/** A body with one file is longer than the file by less than this. */
export const MULTIPART_OVERHEAD = 64 * 1024;

export interface MultipartLimits {
  maxFiles: number;
  /** Of the whole body. */
  maxBytes: number;
  /** The error for a longer body; 413 by default. */
  tooLarge?: ApiError;
}

export type MultipartReader = (request: Request, response: Response) => Promise<Fields>;

export function isMultipart(request: Request): boolean {
  return /^\s*multipart\/form-data\s*(;|$)/i.test(request.headers['content-type'] ?? '');
}

/** The reader stores files in `request.files`, in memory. Its errors are for ErrorFilter. */
export function createMultipartReader({
  maxFiles,
  maxBytes,
  tooLarge = ApiError.ofStatus(413),
}: MultipartLimits): MultipartReader {
  const options = {
    limits: {
      fields: MAX_FIELDS,
      fieldNameSize: 200,
      fieldSize: maxBytes,
      fieldNestingDepth: 0,
      files: maxFiles,
      parts: MAX_FIELDS + maxFiles,
      headerPairs: 20,
    },
    defParamCharset: 'utf8',
    streamHandler: (request: Request, parser: Duplex): void => {
      let size = 0;
      request.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > maxBytes) parser.destroy(tooLarge);
      });
      request.pipe(parser);
    },
  };
  const uploader = multer(options);
  const read = maxFiles === 0 ? uploader.none() : uploader.any();
  return async (request, response) => {
    if (Number(request.headers['content-length']) > maxBytes) throw tooLarge;
    await new Promise<void>((resolve, reject) => {
      read(request, response, (error?: unknown) =>
        error ? reject(asBodyError(error)) : resolve(),
      );
    });
    const fields = Object.entries((request.body ?? {}) as Record<string, string | string[]>);
    request.body = undefined;
    return collectFields(
      fields.map(([name, value]) => [name, Array.isArray(value) ? (value.at(-1) ?? '') : value]),
    );
  };
}

/** The parser reports a malformed body as a plain Error, which would be a 500. */
function asBodyError(error: unknown): unknown {
  return error instanceof Error && error.constructor === Error ? ApiError.ofStatus(400) : error;
}
