// Reads multipart/form-data with exactly one file, whose content is streamed to a receiver. The stream ends
// successfully only if the whole body is valid, so that nothing is stored if the request is incomplete or has a second
// file. If a request is handled again because permissions have changed, returns the result of the first time.
import busboy from 'busboy';
import type { Request } from 'express';
import { Readable } from 'node:stream';
import { ApiError } from './api-error.js';
import { isMultipart, MULTIPART_OVERHEAD } from './multipart.js';
import { collectFields, MAX_FIELDS } from './parameters/fields.js';
import { contextOf } from './request-context.js';

const MAX_FIELD_BYTES = 16 * 1024;

/** busboy reports parts without a content type with this type. */
const DEFAULT_TYPE = 'text/plain';

export interface IncomingFile {
  /** The file name that the client sent. */
  name: string;
  /** Undefined if the client declares no type, or plain text, which is the default in multipart/form-data. */
  contentType: string | undefined;
  content: Readable;
}

export interface FileReceiver<Result> {
  /** Called with the minimum size of the file before the body is read. Throws if the size is refused. */
  checkSize(bytes: number): Promise<void>;
  receive(file: IncomingFile): Promise<Result>;
}

const received = new WeakMap<Request, Promise<unknown>>();

/** The route must have @OwnBody(). Throws an ApiError for any other body, and the errors of the receiver. */
export async function receiveFile<Result>(
  request: Request,
  receiver: FileReceiver<Result>,
): Promise<Result> {
  let result = received.get(request) as Promise<Result> | undefined;
  if (!result) {
    result = readFile(request, receiver);
    received.set(request, result);
  }
  return result;
}

async function readFile<Result>(request: Request, receiver: FileReceiver<Result>): Promise<Result> {
  const length = Number(request.headers['content-length'] ?? 0);
  await receiver.checkSize(Math.max(0, length - MULTIPART_OVERHEAD));
  if (!isMultipart(request)) throw missingFile();
  const parser = createParser(request);
  const fields: [string, string][] = [];
  parser.on('field', (name, value) => fields.push([name, value]));
  const file = new Promise<Result>((resolve, reject) => {
    const bodyEnd = endOfBody(request, parser);
    let hasFile = false;
    bodyEnd.then(() => {
      if (!hasFile) reject(missingFile());
    }, reject);
    parser.on('file', (_field, content, { filename, mimeType }) => {
      hasFile = true;
      // The end of the body reports the same error.
      content.on('error', () => undefined);
      const incoming = {
        name: filename ?? '',
        contentType: mimeType === DEFAULT_TYPE ? undefined : mimeType,
        content: Readable.from(untilEnd(content, bodyEnd), { objectMode: false }),
      };
      receiver.receive(incoming).then(resolve, reject);
    });
  });
  request.pipe(parser);
  try {
    const result = await file;
    contextOf(request).form = collectFields(fields);
    return result;
  } catch (error) {
    request.unpipe(parser);
    parser.destroy();
    // The rest of the body is read so that the client can read the response.
    request.resume();
    throw error;
  }
}

function createParser(request: Request): busboy.Busboy {
  try {
    return busboy({
      headers: request.headers,
      defParamCharset: 'utf8',
      limits: {
        files: 1,
        fields: MAX_FIELDS,
        parts: MAX_FIELDS + 1,
        fieldNameSize: 200,
        fieldSize: MAX_FIELD_BYTES,
        headerPairs: 20,
      },
    });
  } catch {
    throw malformed();
  }
}

function endOfBody(request: Request, parser: busboy.Busboy): Promise<void> {
  const end = new Promise<void>((resolve, reject) => {
    const fail = (error: Error): void => {
      reject(error);
      parser.destroy(error);
    };
    request.once('error', () => fail(malformed()));
    request.once('close', () => {
      if (!request.readableEnded) fail(malformed());
    });
    parser.once('filesLimit', () =>
      fail(ApiError.badRequest('Only one file can be uploaded in a request')),
    );
    for (const limit of ['fieldsLimit', 'partsLimit'] as const) {
      parser.once(limit, () => fail(ApiError.badRequest('The request has too many parameters')));
    }
    parser.on('error', () => reject(malformed()));
    parser.once('close', resolve);
  });
  // The stream of the file, if there is one, also waits for it.
  end.catch(() => undefined);
  return end;
}

async function* untilEnd(content: Readable, bodyEnd: Promise<void>): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) yield chunk;
  } catch (error) {
    await bodyEnd;
    throw error;
  }
  await bodyEnd;
}

function missingFile(): ApiError {
  return ApiError.badRequest('The request must be multipart/form-data with a file');
}

function malformed(): ApiError {
  return ApiError.badRequest('The request body is not valid multipart/form-data');
}
