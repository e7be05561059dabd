// Sends pictures that the server has encoded. They are public, because pages of other origins and mail programs
// show them. Their names are random.
import type { Response } from 'express';
import { ApiError } from '#platform/http/api-error.js';
import { sendFile } from '#platform/http/file-response.js';
import type { FileStorage } from '#platform/storage/file-storage.js';

const YEAR_SECONDS = 31_536_000;

export interface StoredPicture {
  path: string;
  contentType: string;
  /** Whether the content of the URL never changes. */
  isPermanent: boolean;
}

export async function sendPicture(
  response: Response,
  fileStorage: FileStorage,
  { path, contentType, isPermanent }: StoredPicture,
): Promise<void> {
  const file = await fileStorage.find(path);
  if (!file) throw noSuchPicture();
  await sendFile(response, {
    headers: pictureHeaders(contentType, { isPermanent }),
    size: file.size,
    etag: `"${path.slice(path.lastIndexOf('/') + 1)}"`,
    open: async (range) => (await fileStorage.open(path, range))?.content,
  });
}

/** Redirects to the current picture, which may change at any time. */
export function redirectToPicture(response: Response, url: string): void {
  response.set({ 'Cache-Control': 'private, no-store', Location: url });
  response.status(302).end();
}

export function pictureHeaders(
  contentType: string,
  { isPermanent }: { isPermanent: boolean },
): Record<string, string> {
  return {
    'Content-Type': contentType,
    'Cache-Control': isPermanent ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  };
}

export function noSuchPicture(): ApiError {
  return ApiError.resourceNotFound('There is no such picture');
}
