// Reads web pages whose URLs come from users, within limits of time and size. The address policy applies
// to every request, redirects included.
import { Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { OutgoingRequests } from './outgoing-requests.js';

const MAX_BYTES = 512 * 1024;
const TIMEOUT_MS = 10_000;
const HEADERS = {
  Accept: 'text/html, application/xhtml+xml',
  'User-Agent': 'Parley (link previews)',
};

export interface WebPage {
  /** After redirects. */
  url: URL;
  html: string;
}

@Injectable()
export class WebPages {
  constructor(private readonly outgoingRequests: OutgoingRequests) {}

  /**
   * Returns the page, or its beginning when it is long; undefined when there is no HTML. Throws when the
   * server does not answer in time or is forbidden.
   */
  async read(address: string, stop?: AbortSignal): Promise<WebPage | undefined> {
    const limit = AbortSignal.timeout(TIMEOUT_MS);
    const signal = stop ? AbortSignal.any([stop, limit]) : limit;
    const found = await this.outgoingRequests.get(address, HEADERS, signal);
    if (!found) return undefined;
    const { url, response } = found;
    const type = response.headers['content-type'] ?? '';
    if (response.statusCode === 200 && /^(?:text\/html|application\/xhtml\+xml)\b/i.test(type)) {
      return { url, html: decoded(await beginning(response), type) };
    }
    response.destroy();
    return undefined;
  }
}

async function beginning(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= MAX_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, MAX_BYTES);
}

function decoded(body: Buffer, contentType: string): string {
  const named =
    /charset="?([\w-]+)/i.exec(contentType) ??
    /<meta[^>]{1,200}charset="?([\w-]+)/i.exec(body.subarray(0, 1024).toString('latin1'));
  try {
    return new TextDecoder(named?.[1] ?? 'utf-8').decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
}
