// Requests to the providers of video calls. All requests of one operation share a time limit. If a provider is
// down, slow or refuses a request, the API error names the provider.
import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { ApiError } from '#platform/http/api-error.js';

/** Together with CLEANUP_MS, less than ten seconds. */
const TIME_LIMIT_MS = 7_000;
/** Time limit for undoing a part of a failed operation. */
const CLEANUP_MS = 2_000;
const MAX_BYTES = 256 * 1024;

/** Same as the global `fetch`, but with a time limit, without redirects, and only for short responses. */
export type Send = (url: string | URL, init?: RequestInit) => Promise<Response>;

@Injectable()
export class ProviderRequests {
  constructor(private readonly logger: PinoLogger) {}

  /** Errors of `work` that are not an ApiError become BAD_REQUEST. */
  async run<Result>(provider: string, work: (send: Send) => Promise<Result>): Promise<Result> {
    const signal = AbortSignal.timeout(TIME_LIMIT_MS);
    try {
      return await work(sendUntil(signal));
    } catch (error) {
      if (error instanceof ApiError) throw error;
      this.logger.warn({ provider, reason: reasonOf(error) }, 'A video call provider failed');
      throw ApiError.badRequest(
        signal.aborted
          ? `${provider} did not respond in time`
          : `${provider} cannot be reached or sent an invalid response`,
      );
    }
  }

  /** Undoes a part of an operation that failed. Does not throw. */
  async undo(provider: string, work: (send: Send) => Promise<unknown>): Promise<void> {
    const signal = AbortSignal.timeout(CLEANUP_MS);
    try {
      await work(sendUntil(signal));
    } catch (error) {
      this.logger.warn(
        { provider, reason: reasonOf(error) },
        'The remains of a failed video call were not deleted',
      );
    }
  }
}

/** A POST request with a JSON body. */
export function jsonRequest(body: object, headers: Record<string, string> = {}): RequestInit {
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

/** Throws BAD_REQUEST unless the provider accepted the request. */
export function requireAccepted(provider: string, { ok, status }: Response): void {
  if (!ok) throw ApiError.badRequest(`${provider} refused the request with the status ${status}`);
}

/** Returns the link to a call from the response of a provider. Throws if it is missing. */
export function webLink(value: unknown): string {
  if (typeof value === 'string' && URL.canParse(value)) {
    const { protocol } = new URL(value);
    if (protocol === 'https:' || protocol === 'http:') return value;
  }
  throw new Error('The response has no link');
}

/** Requests that end when the signal aborts. */
export function sendUntil(signal: AbortSignal): Send {
  return async (url, init = {}) => {
    const response = await fetch(url, { ...init, redirect: 'manual', signal });
    const body = await bodyOf(response);
    const { status, headers } = response;
    return new Response(body.length === 0 ? null : body, { status, headers });
  };
}

async function bodyOf({ body }: Response): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > MAX_BYTES) throw new Error('The response is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The cause without requests and responses, which contain tokens. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return error.cause instanceof Error ? error.cause.message : error.message;
}
