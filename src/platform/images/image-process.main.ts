// The program of an image process, which handles requests of its parent and ends with it. It may end at any moment:
// killed by its parent, at its memory limit, or by a damaged file that crashes a decoder.
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import type { ImageReply, ImageRequest } from './image-messages.js';
import { OUT_OF_MEMORY } from './image-messages.js';
import { RefusedImageError, SharpImage } from './sharp-image.js';

/** Memory limit, which is more than the most expensive allowed image needs. */
const MAX_MEMORY_BYTES = 1024 * 1024 * 1024;
/** Memory that a process may use between images. */
const MAX_IDLE_BYTES = 300 * 1024 * 1024;
const CHECK_MS = 20;

/** What has arrived of the next file. */
const incoming = { parts: [] as Buffer[], size: 0 };
let image: SharpImage | undefined;

async function handle(request: ImageRequest): Promise<ImageReply> {
  switch (request.kind) {
    case 'inspect':
      image = new SharpImage(await receive(request.size), request);
      return { kind: 'info', info: await image.inspect() };
    case 'resize':
      return { kind: 'resized', image: await image!.resize(request.output) };
    case 'close':
      image = undefined;
      return { kind: 'closed', mayContinue: process.memoryUsage.rss() < MAX_IDLE_BYTES };
  }
}

/** Returns the file when its last part has arrived. */
async function receive(size: number): Promise<Buffer> {
  while (incoming.size < size) await once(process.stdin, 'data');
  const file = Buffer.concat(incoming.parts);
  incoming.parts = [];
  incoming.size = 0;
  return file;
}

/** When memory runs out, Linux ends this process before the server or its database. */
async function volunteer(): Promise<void> {
  await writeFile('/proc/self/oom_score_adj', '1000').catch(() => undefined);
}

process.stdin.on('data', (part: Buffer) => {
  incoming.parts.push(part);
  incoming.size += part.length;
});
process.on('disconnect', () => process.exit());
// The parent may already have been killed.
if (!process.connected) process.exit();
process.on('message', (request: ImageRequest) => {
  handle(request).then(
    (reply) => process.send!(reply),
    (error: unknown) => {
      // Sharp reports all failures as plain errors, including those of damaged files.
      const reason = error instanceof RefusedImageError ? error.message : 'The image is damaged';
      process.send!({ kind: 'refused', reason } satisfies ImageReply);
    },
  );
});
setInterval(() => {
  if (process.memoryUsage.rss() > MAX_MEMORY_BYTES) process.exit(OUT_OF_MEMORY);
}, CHECK_MS);
await volunteer();
