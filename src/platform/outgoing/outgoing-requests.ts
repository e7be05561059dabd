// Asks for what is at an address that people gave us, from nowhere but where the address policy lets
// us, redirects included. Whoever asked reads the body, as much of it as they want, or destroys it.
import { Injectable } from '@nestjs/common';
import { once } from 'node:events';
import { type IncomingMessage, type OutgoingHttpHeaders, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { AddressPolicy } from './address-policy.js';

const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export interface FoundResponse {
  /** Where it was found in the end. */
  url: URL;
  response: IncomingMessage;
}

@Injectable()
export class OutgoingRequests {
  constructor(private readonly addressPolicy: AddressPolicy) {}

  /**
   * What is there, whatever its status. Undefined after too many redirects. Throws when the server
   * cannot be reached or must not be. The signal also ends the body.
   */
  async get(
    address: string,
    headers: OutgoingHttpHeaders,
    signal: AbortSignal,
  ): Promise<FoundResponse | undefined> {
    let url = new URL(address);
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const response = await this.ask(url, headers, signal);
      const { statusCode = 0, headers: answered } = response;
      if (!REDIRECTS.has(statusCode) || answered.location === undefined) return { url, response };
      response.destroy();
      url = new URL(answered.location, url);
    }
    return undefined;
  }

  private async ask(
    url: URL,
    headers: OutgoingHttpHeaders,
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') {
      throw new Error(`${url.protocol} is not for the web`);
    }
    this.addressPolicy.checkHost(url.hostname);
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const outgoing = send(url, {
      // A connection of its own: the next one may be to another address.
      agent: false,
      auth: '',
      lookup: this.addressPolicy.lookup,
      signal,
      headers: { 'Accept-Encoding': 'identity', ...headers },
    });
    // What goes wrong after the response has begun is seen by whoever reads the body.
    outgoing.on('error', () => undefined);
    outgoing.end();
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    return response;
  }
}
