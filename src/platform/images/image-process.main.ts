// The program of an image process: it serves requests of its parent and ends with it. It may be killed at any
// moment: by its parent, by its own limit of memory, by a damaged file that a decoder cannot handle.
import { writeFile } from 'node:fs/promises';
import type { ImageReply, ImageRequest } from './image-messages.js';
import { OUT_OF_MEMORY } from './image-messages.js';
import { RefusedImageError, SharpImage } from './sharp-image.js';

/** More than the most expensive of the allowed images needs. */
const MAX_MEMORY_BYTES = 1024 * 1024 * 1024;
/** Memory that a process may keep between images. */
const MAX_IDLE_BYTES = 300 * 1024 * 1024;
const CHECK_MS = 20;

let parts: Uint8Array[] = [];
let image: SharpImage | undefined;

async function handle(request: ImageRequest): Promise<ImageReply> {
  switch (request.kind) {
    case 'part':
      parts.push(request.content);
      return { kind: 'ready' };
    case 'inspect':
      image = new SharpImage(Buffer.concat(parts), request);
      parts = [];
      return { kind: 'info', info: await image.inspect() };
    case 'resize':
      return { kind: 'resized', image: await image!.resize(request.output) };
    case 'close':
      parts = [];
      image = undefined;
      return { kind: 'closed', mayContinue: process.memoryUsage.rss() < MAX_IDLE_BYTES };
  }
}

/** Where memory runs out, Linux ends this process rather than the server or its database. */
async function volunteer(): Promise<void> {
  await writeFile('/proc/self/oom_score_adj', '1000').catch(() => undefined);
}

process.on('disconnect', () => process.exit());
// The parent may have been killed before.
if (!process.connected) process.exit();
process.on('message', (request: ImageRequest) => {
  handle(request).then(
    (reply) => process.send!(reply),
    (error: unknown) => {
      // Sharp reports all failures, those of damaged files included, as plain errors.
      const reason = error instanceof RefusedImageError ? error.message : 'The image is damaged';
      process.send!({ kind: 'refused', reason } satisfies ImageReply);
    },
  );
});
setInterval(() => {
  if (process.memoryUsage.rss() > MAX_MEMORY_BYTES) process.exit(OUT_OF_MEMORY);
}, CHECK_MS);
await volunteer();
