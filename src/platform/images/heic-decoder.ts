// Decodes HEIC images in a thread, so that the image process can monitor its memory meanwhile.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ImageInfo } from './image.js';

/** Without compression, row by row. */
export interface DecodedImage {
  pixels: Uint8Array;
  width: number;
  height: number;
  channels: 4;
}

export async function decodeHeic(
  file: Uint8Array,
  { width, height }: Pick<ImageInfo, 'width' | 'height'>,
): Promise<DecodedImage> {
  const thread = new Worker(new URL('heic-decoder.thread.js', import.meta.url), {
    workerData: { file, width, height },
    // The decoder prints its errors to these streams.
    stdout: true,
    stderr: true,
  });
  try {
    const [decoded] = (await once(thread, 'message')) as [DecodedImage];
    return decoded;
  } finally {
    await thread.terminate();
  }
}
