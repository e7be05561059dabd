// POST requests to servers that users configure, with limits of time and size. The address policy applies to every
// request, including redirects.
import { Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { Clock } from '#platform/clock.js';
import { ForbiddenAddressError } from './address-policy.js';
import { OutgoingRequests, type PostContent } from './outgoing-requests.js';

const TIMEOUT_MS = 10_000;
/** Size limit of successful responses, which is sufficient for the longest message in any encoding. */
const MAX_BYTES = 256 * 1024;
/** Size limit of other responses. */
const MAX_ERROR_BYTES = 8 * 1024;

export type PostOutcome =
  /** `body` is truncated if the response is too long or its status is not 2xx. */
  | { kind: 'answered'; status: number; body: string; isTooLong: boolean }
  /** No response, or no complete response in time. Another attempt may succeed. */
  | { kind: 'unreachable'; hasTimedOut: boolean }
  | { kind: 'forbidden' };

@Injectable()
export class WebhookPosts {
  constructor(
    private readonly outgoingRequests: OutgoingRequests,
    private readonly clock: Clock,
  ) {}

  /** Throws only if `stop` aborts. */
  async post(address: string, content: PostContent, stop: AbortSignal): Promise<PostOutcome> {
    const [limit, end] = [new AbortController(), new AbortController()];
    void this.clock.sleep(TIMEOUT_MS, end.signal).then(() => limit.abort());
    const signal = AbortSignal.any([stop, limit.signal]);
    try {
      const response = await this.outgoingRequests.post(address, content, signal);
      return await read(response);
    } catch (error) {
      stop.throwIfAborted();
      if (error instanceof ForbiddenAddressError) return { kind: 'forbidden' };
      return { kind: 'unreachable', hasTimedOut: limit.signal.aborted };
    } finally {
      end.abort();
    }
  }
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

async function read(response: IncomingMessage): Promise<PostOutcome> {
  const { statusCode: status = 0 } = response;
  const hasSucceeded = isSuccess(status);
  const maxBytes = hasSucceeded ? MAX_BYTES : MAX_ERROR_BYTES;
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > maxBytes) break;
    }
  } catch (error) {
    // The status of the failure is sufficient.
    if (hasSucceeded) throw error;
  }
  const body = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, maxBytes));
  return { kind: 'answered', status, body, isTooLong: length > maxBytes };
}
