// Requests URLs from users. The address policy applies to every request, redirects included. The caller
// reads the body of the response, as much of it as it needs, or destroys it.
import { Injectable } from '@nestjs/common';
import { type IncomingMessage, type OutgoingHttpHeaders, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { AddressPolicy } from './address-policy.js';

const MAX_REDIRECTS = 5;
/** The client shall send a GET. */
const SEE_OTHER = 303;
const REDIRECTS = new Set([301, 302, SEE_OTHER, 307, 308]);

export interface OutgoingResponse {
  /** After redirects. */
  url: URL;
  response: IncomingMessage;
}

export interface PostContent {
  headers: OutgoingHttpHeaders;
  body: string;
}

@Injectable()
export class OutgoingRequests {
  constructor(private readonly addressPolicy: AddressPolicy) {}

  /**
   * Returns the response with any status; undefined after too many redirects. Throws when the
   * server cannot be reached or is forbidden. The signal also aborts the body.
   */
  async get(
    address: string,
    headers: OutgoingHttpHeaders,
    signal: AbortSignal,
  ): Promise<OutgoingResponse | undefined> {
    let url = new URL(address);
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const response = await this.request(url, { headers }, signal);
      const next = redirectOf(response, url);
      if (!next) return { url, response };
      response.destroy();
      url = next;
    }
    return undefined;
  }

  /**
   * Posts the content. Redirects to the same host are followed with the same content. Other redirects are returned as
   * the response, because the content is only for the host of the URL. Throws the errors of `get`.
   */
  async post(
    address: string,
    { headers, body }: PostContent,
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    let url = new URL(address);
    const authorization = credentialsOf(url);
    const content = {
      method: 'POST',
      headers: {
        ...headers,
        'Content-Length': Buffer.byteLength(body),
        ...(authorization !== undefined && { Authorization: authorization }),
      },
      body,
    };
    for (let redirects = 0; ; redirects++) {
      const response = await this.request(url, content, signal);
      const next = response.statusCode === SEE_OTHER ? undefined : redirectOf(response, url);
      if (!next || redirects === MAX_REDIRECTS || !isSameHost(url, next)) return response;
      response.destroy();
      url = next;
    }
  }

  private async request(
    url: URL,
    { method = 'GET', headers, body }: Partial<PostContent> & { method?: string },
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') {
      throw new Error(`The protocol ${url.protocol} is not supported`);
    }
    this.addressPolicy.checkHost(url.hostname);
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const outgoing = send(url, {
      method,
      // No connection is reused: the next one may be to another address.
      agent: false,
      auth: '',
      lookup: this.addressPolicy.lookup,
      signal,
      headers: { 'Accept-Encoding': 'identity', ...headers },
    });
    return new Promise((resolve, reject) => {
      outgoing.once('response', resolve);
      // Errors after the response has begun reach the reader of the body.
      outgoing.on('error', reject);
      // A response that switches protocols closes the connection without an error.
      outgoing.once('close', () => reject(new Error('The server sent no response')));
      outgoing.end(body);
    });
  }
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage, from: URL): URL | undefined {
  const { location } = headers;
  if (!REDIRECTS.has(statusCode) || location === undefined) return undefined;
  return URL.canParse(location, from) ? new URL(location, from) : undefined;
}

/** Whether both URLs have the same server, or the second one is its https variant. */
function isSameHost(from: URL, to: URL): boolean {
  if (from.origin === to.origin) return true;
  const isUpgrade = from.protocol === 'http:' && to.protocol === 'https:';
  return isUpgrade && from.hostname === to.hostname && from.port === '' && to.port === '';
}

/** The Authorization header for the user name and password in a URL. */
function credentialsOf({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  const [user, secret] = [username, password].map(decoded);
  return `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
