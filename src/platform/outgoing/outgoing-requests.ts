// Requests URLs from users. The address policy applies to every request, redirects included. The caller
// reads the body, as much of it as it needs, or destroys it.
import { Injectable } from '@nestjs/common';
import { once } from 'node:events';
import { type IncomingMessage, type OutgoingHttpHeaders, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { AddressPolicy } from './address-policy.js';

const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export interface OutgoingResponse {
  /** After redirects. */
  url: URL;
  response: IncomingMessage;
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
      const response = await this.request(url, headers, signal);
      const { statusCode = 0, headers: answered } = response;
      if (!REDIRECTS.has(statusCode) || answered.location === undefined) return { url, response };
      response.destroy();
      url = new URL(answered.location, url);
    }
    return undefined;
  }

  private async request(
    url: URL,
    headers: OutgoingHttpHeaders,
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') {
      throw new Error(`The protocol ${url.protocol} is not supported`);
    }
    this.addressPolicy.checkHost(url.hostname);
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const outgoing = send(url, {
      // No connection is reused: the next one may be to another address.
      agent: false,
      auth: '',
      lookup: this.addressPolicy.lookup,
      signal,
      headers: { 'Accept-Encoding': 'identity', ...headers },
    });
    // Errors after the response has begun reach the reader of the body.
    outgoing.on('error', () => undefined);
    outgoing.end();
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    return response;
  }
}
