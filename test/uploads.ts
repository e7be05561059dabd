// Uploading files and reading them, over HTTP.
import { request } from 'node:http';
import { assertResponseMatches } from './contract.js';
import { type Answer, basic, type Credentials } from './client.js';
import type { TestApp } from './app.js';
import type { TestRealm, TestUser } from './factories.js';

export interface FilePart {
  name: string;
  content: string | Buffer;
  /** Undefined sends no Content-Type. */
  type?: string;
}

const EDGE = 'edge-of-the-sample';

export const MULTIPART = { 'Content-Type': `multipart/form-data; boundary=${EDGE}` };

/** The smallest PNG. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
  'base64',
);

export function multipartBody(...parts: FilePart[]): Buffer {
  return Buffer.concat([
    ...parts.flatMap(({ name, content, type }) => [
      Buffer.from(
        `--${EDGE}\r\nContent-Disposition: form-data; name="filename"; filename="${name}"\r\n` +
          `${type === undefined ? '' : `Content-Type: ${type}\r\n`}\r\n`,
      ),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${EDGE}--\r\n`),
  ]);
}

export async function postFiles(user: TestUser, ...parts: FilePart[]): Promise<Answer> {
  const answer = await user.client.raw('POST', '/api/v1/user_uploads', {
    headers: MULTIPART,
    body: multipartBody(...parts),
  });
  assertResponseMatches('POST', '/api/v1/user_uploads', answer.status, answer.body);
  return answer;
}

export interface Upload {
  url: string;
  pathId: string;
  filename: string;
}

export async function upload(user: TestUser, part: Partial<FilePart> = {}): Promise<Upload> {
  const answer = await postFiles(user, { name: 'notes.txt', content: 'sample', ...part });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  const { url, filename } = answer.body as Record<string, string>;
  return { url: url!, filename: filename!, pathId: url!.slice('/user_uploads/'.length) };
}

export interface FetchedFile {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  content: Buffer;
}

/** Fetches a path outside of the API, with an API key or without credentials. */
export function fetchFile(
  test: TestApp,
  { host }: TestRealm,
  path: string,
  {
    user,
    method = 'GET',
    headers = {},
  }: { user?: Credentials; method?: string; headers?: Record<string, string> } = {},
): Promise<FetchedFile> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        port: test.port,
        host: '127.0.0.1',
        method,
        path: encodeURI(path),
        headers: { Host: host, ...(user && { Authorization: basic(user) }), ...headers },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            content: Buffer.concat(chunks),
          }),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end();
  });
}
