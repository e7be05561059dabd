// Uploads of avatars, icons, logos and emoji, and their stored files.
import { expect } from '@jest/globals';
import sharp from 'sharp';
import { FileStorage } from '#platform/storage/file-storage.js';
import type { TestApp } from './app.js';
import type { Answer } from './client.js';
import { assertResponseMatches } from './contract.js';
import type { TestRealm, TestUser } from './factories.js';
import { plainImage } from './images.js';
import { type FetchedFile, fetchFile } from './uploads.js';

/** A red left half and a green right half. */
export async function halves(width: number, height: number): Promise<Buffer> {
  const left = await sharp({
    create: { width: Math.floor(width / 2), height, channels: 3, background: 'red' },
  })
    .png()
    .toBuffer();
  return sharp({ create: { width, height, channels: 3, background: 'green' } })
    .composite([{ input: left, left: 0, top: 0 }])
    .png()
    .toBuffer();
}

export function samplePicture(): Promise<Buffer> {
  return plainImage(300, 200).png().toBuffer();
}

interface PictureOptions {
  method?: 'POST' | 'PATCH';
  fields?: Record<string, string>;
  name?: string;
  type?: string;
  /** The number of files in the request. */
  count?: number;
}

const EDGE = 'edge-of-the-picture';

export async function postPicture(
  user: TestUser,
  path: string,
  content: Buffer | string,
  options: PictureOptions = {},
): Promise<Answer> {
  const { method = 'POST', fields = {}, name = 'a.png', type = 'image/png', count = 1 } = options;
  const part = (head: string, body: Buffer | string): Buffer =>
    Buffer.concat([
      Buffer.from(`--${EDGE}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      Buffer.from(body),
      Buffer.from('\r\n'),
    ]);
  const file = part(`name="file"; filename="${name}"\r\nContent-Type: ${type}`, content);
  const answer = await user.client.raw(method, `/api/v1/${path}`, {
    headers: { 'Content-Type': `multipart/form-data; boundary=${EDGE}` },
    body: Buffer.concat([
      ...Array.from({ length: count }, () => file),
      ...Object.entries(fields).map(([field, value]) => part(`name="${field}"`, value)),
      Buffer.from(`--${EDGE}--\r\n`),
    ]),
  });
  // A form can name another method.
  const handled = fields['method'] ?? method;
  assertResponseMatches(handled, `/api/v1/${path}`, answer.status, answer.body);
  return answer;
}

/** Uploads a picture; throws the error of the server. */
export async function upload(...args: Parameters<typeof postPicture>): Promise<Answer['body']> {
  const { status, body } = await postPicture(...args);
  if (status !== 200) throw new Error(`${args[1]}: ${status} ${JSON.stringify(body)}`);
  return body;
}

export interface FetchedPicture {
  format: string | undefined;
  width: number | undefined;
  height: number | undefined;
  frames: number;
}

/** Fetches a picture without credentials, as pages do, and checks the headers that make it harmless. */
export async function fetchPicture(
  test: TestApp,
  realm: TestRealm,
  path: string,
): Promise<FetchedPicture & FetchedFile> {
  const file = await fetchFile(test, realm, path);
  expect([path, file.status]).toEqual([path, 200]);
  const { format, width, pageHeight, height, pages } = await sharp(file.content).metadata();
  expect(file.headers).toMatchObject({
    'content-type': `image/${format}`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'cross-origin-resource-policy': 'cross-origin',
  });
  return { ...file, format, width, height: pageHeight ?? height, frames: pages ?? 1 };
}

/** The paths of the stored pictures of an organization. */
export async function storedPictures(
  { app }: TestApp,
  { realmId }: TestRealm,
  kind: 'avatars' | 'emoji' | 'realm_pictures',
): Promise<string[]> {
  const paths: string[] = [];
  for await (const { path } of app.get(FileStorage, { strict: false }).list(kind)) {
    if (path.startsWith(`${kind}/${realmId}/`)) paths.push(path);
  }
  return paths.toSorted();
}
