// Reads web pages whose addresses people gave us: not much, not for long, and from nowhere but where
// the address policy lets us, redirects included.
import { Injectable } from '@nestjs/common';
import { once } from 'node:events';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { AddressPolicy } from './address-policy.js';

const MAX_BYTES = 512 * 1024;
const MAX_REDIRECTS = 5;
const TIMEOUT_MS = 10_000;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export interface WebPage {
  /** Where it was found in the end. */
  url: URL;
  html: string;
}

@Injectable()
export class WebPages {
  constructor(private readonly policy: AddressPolicy) {}

  /**
   * The page, or its beginning when it is long. Undefined when there is none, or what is there is no
   * HTML. Throws when the server can not be reached in time or must not be.
   */
  async read(address: string, stop?: AbortSignal): Promise<WebPage | undefined> {
    const limit = AbortSignal.timeout(TIMEOUT_MS);
    const signal = stop ? AbortSignal.any([stop, limit]) : limit;
    let url = new URL(address);
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const response = await this.ask(url, signal);
      const { statusCode = 0, headers } = response;
      if (REDIRECTS.has(statusCode) && headers.location !== undefined) {
        response.destroy();
        url = new URL(headers.location, url);
        continue;
      }
      const type = headers['content-type'] ?? '';
      if (statusCode === 200 && /^(?:text\/html|application\/xhtml\+xml)\b/i.test(type)) {
        return { url, html: decoded(await beginning(response), type) };
      }
      response.destroy();
      return undefined;
    }
    return undefined;
  }

  private async ask(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') {
      throw new Error(`${url.protocol} is not for web pages`);
    }
    this.policy.checkHost(url.hostname);
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const outgoing = send(url, {
      // A connection of its own: the next one may be to another address.
      agent: false,
      auth: '',
      lookup: this.policy.lookup,
      signal,
      headers: {
        Accept: 'text/html, application/xhtml+xml',
        'Accept-Encoding': 'identity',
        'User-Agent': 'Parley (link previews)',
      },
    });
    outgoing.end();
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    // What goes wrong from here on is seen by whoever reads the body.
    outgoing.on('error', () => undefined);
    return response;
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
