// Resumable uploads over HTTP: single requests, and the published client of the tus protocol.
import { assertResponseMatches } from './contract.js';
import { Upload, type UploadOptions } from 'tus-js-client';
import { type Answer, basic } from './client.js';
import type { TestRealm, TestUser } from './factories.js';
import type { Upload as UploadedFile } from './uploads.js';

const VERSION = { 'Tus-Resumable': '1.0.0' };
const CONTENT = { 'Content-Type': 'application/offset+octet-stream' };
export const TUS = '/api/v1/tus';

interface TusRequest {
  headers?: Record<string, string>;
  body?: string | Buffer;
}

export async function tus(
  user: Pick<TestUser, 'client'>,
  method: string,
  path: string,
  { headers = {}, body }: TusRequest = {},
): Promise<Answer> {
  const answer = await user.client.raw(method, path, {
    headers: { ...VERSION, ...headers },
    ...(body !== undefined && { body }),
  });
  // An upload that is not finished has an empty body.
  const isBegun = answer.status === 201 && Object.keys(answer.body).length === 0;
  if (!isBegun) assertResponseMatches(method, path, answer.status, answer.body);
  return answer;
}

export function metadataOf(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');
}

export function createUpload(
  user: TestUser,
  length: number,
  {
    metadata = { filename: 'notes.txt' },
    headers = {},
    body,
  }: TusRequest & { metadata?: Record<string, string> } = {},
): Promise<Answer> {
  return tus(user, 'POST', TUS, {
    headers: {
      'Upload-Length': String(length),
      'Upload-Metadata': metadataOf(metadata),
      ...(body !== undefined && CONTENT),
      ...headers,
    },
    ...(body !== undefined && { body }),
  });
}

/** Begins an upload, and returns its path. */
export async function beginUpload(
  user: TestUser,
  length: number,
  metadata?: Record<string, string>,
): Promise<string> {
  const { status, headers, body } = await createUpload(user, length, metadata && { metadata });
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return String(headers['location']);
}

export function append(
  user: Pick<TestUser, 'client'>,
  path: string,
  offset: number,
  body: string | Buffer,
): Promise<Answer> {
  const headers = { ...CONTENT, 'Upload-Offset': String(offset) };
  return tus(user, 'PATCH', path, { headers, body });
}

/** The number of stored bytes. */
export async function offsetOf(user: Pick<TestUser, 'client'>, path: string): Promise<number> {
  const { status, headers } = await tus(user, 'HEAD', path);
  if (status !== 200) throw new Error(`HEAD ${path}: ${status}`);
  return Number(headers['upload-offset']);
}

export interface PublishedUpload {
  upload: Upload;
  /** The body of the last response, which describes the file. */
  finished: Promise<UploadedFile>;
}

/** Starts an upload by tus-js-client. */
export function startUpload(
  port: number,
  { host }: Pick<TestRealm, 'host'>,
  user: Pick<TestUser, 'email' | 'apiKey'>,
  content: Buffer,
  options: UploadOptions = {},
): PublishedUpload {
  let upload!: Upload;
  const finished = new Promise<UploadedFile>((resolve, reject) => {
    upload = new Upload(content, {
      endpoint: `http://127.0.0.1:${port}${TUS}/`,
      headers: { Host: host, Authorization: basic(user) },
      metadata: { filename: 'notes.txt', filetype: 'text/plain' },
      retryDelays: null,
      onSuccess: ({ lastResponse }) => {
        const { url, filename } = JSON.parse(lastResponse.getBody()) as Record<string, string>;
        resolve({ url: url!, filename: filename!, pathId: url!.slice('/user_uploads/'.length) });
      },
      onError: reject,
      ...options,
    });
  });
  upload.start();
  return { upload, finished };
}
