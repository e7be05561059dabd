// Writes the body of a POST to a file, synchronizes it before the response, and sends it on GET.
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { serveFloor } from '../processes/serve-floor.js';

const path = join(process.env['DIRECTORY'] ?? '', 'file');

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'POST') {
    await pipeline(request, createWriteStream(path, { flush: true }));
    response.end('{"url":"/"}');
    return;
  }
  response.setHeader('Content-Length', (await stat(path)).size);
  await pipeline(createReadStream(path), response);
}

serveFloor((request, response) => {
  respond(request, response).catch((error: unknown) => {
    response.statusCode = 500;
    response.end(String(error));
  });
});
