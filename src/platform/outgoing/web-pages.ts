// Reads web pages whose URLs come from users, within limits of time and size. The address policy applies
// to every request, redirects included.
import { Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { OutgoingRequests } from './outgoing-requests.js';

/** The head of a page is within this; nothing after it is read. */
const MAX_BYTES = 64 * 1024;
/** A page declares its encoding within this, as HTML requires. */
const DECLARATION_BYTES = 1024;
const TIMEOUT_MS = 10_000;
const HEADERS = {
  Accept: 'text/html, application/xhtml+xml',
  'User-Agent': 'Parley (link previews)',
};

export interface WebPage {
  /** After redirects. */
  url: URL;
  /**
   * The beginning of the page, in pieces as they arrive. Must be iterated; leaving the iteration closes
   * the connection. Throws when the time is over.
   */
  html: AsyncIterable<string>;
}

@Injectable()
export class WebPages {
  constructor(private readonly outgoingRequests: OutgoingRequests) {}

  /**
   * Returns undefined when there is no HTML. Throws when the server does not answer in time or is
   * forbidden.
   */
  async read(address: string, stop?: AbortSignal): Promise<WebPage | undefined> {
    const limit = AbortSignal.timeout(TIMEOUT_MS);
    const signal = stop ? AbortSignal.any([stop, limit]) : limit;
    const found = await this.outgoingRequests.get(address, HEADERS, signal);
    if (!found) return undefined;
    const { url, response } = found;
    const type = response.headers['content-type'] ?? '';
    if (response.statusCode === 200 && /^(?:text\/html|application\/xhtml\+xml)\b/i.test(type)) {
      return { url, html: decoded(beginning(response), type) };
    }
    response.destroy();
    return undefined;
  }
}

/** The first chunk is long enough to declare the encoding, unless the page is shorter. */
async function* beginning(response: IncomingMessage): AsyncGenerator<Buffer> {
  let length = 0;
  let first: Buffer[] | undefined = [];
  for await (const chunk of response as AsyncIterable<Buffer>) {
    const part = chunk.subarray(0, MAX_BYTES - length);
    length += part.length;
    if (first) first.push(part);
    else yield part;
    if (first && length >= DECLARATION_BYTES) {
      yield Buffer.concat(first);
      first = undefined;
    }
    if (length >= MAX_BYTES) return;
  }
  if (first) yield Buffer.concat(first);
}

async function* decoded(
  chunks: AsyncIterable<Buffer>,
  contentType: string,
): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  for await (const chunk of chunks) {
    decoder ??= decoderFor(contentType, chunk);
    yield decoder.decode(chunk, { stream: true });
  }
}

function decoderFor(contentType: string, start: Buffer): TextDecoder {
  const named =
    /charset="?([\w-]+)/i.exec(contentType) ??
    /<meta[^>]{1,200}charset="?([\w-]+)/i.exec(
      start.subarray(0, DECLARATION_BYTES).toString('latin1'),
    );
  try {
    return new TextDecoder(named?.[1] ?? 'utf-8');
  } catch {
    return new TextDecoder();
  }
}
