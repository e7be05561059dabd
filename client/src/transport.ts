// Requests to the API: credentials, parameter encoding, timeouts and retries. A request that may have
// had an effect is not repeated.
import { onAbort } from './abort.js';
import { ApiFailure, ConnectionFailure } from './api-failure.js';
import { sleep, waitBeforeRetry } from './back-off.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Strings are sent unchanged, other values as JSON; undefined values are omitted. */
export type Parameters = Readonly<Record<string, unknown>>;

export interface Account {
  /** URL of the server, such as `https://chat.example.com`. */
  url: string;
  email: string;
  apiKey: string;
}

export interface TransportOptions {
  /** Name of the program, shown with its messages; at most 30 characters. */
  name?: string;
  /** Timeout of one attempt, in milliseconds. */
  timeoutMs?: number;
  /** Time for which a request is repeated before its failure is thrown, in milliseconds. */
  retryForMs?: number;
  /** Called each time before a failed request is repeated. */
  onRetry?: (failure: ApiFailure | ConnectionFailure, waitMs: number) => void;
  /** Replaces the global `fetch`, for proxies and tests. */
  fetch?: typeof fetch;
}

export interface RequestOptions {
  /**
   * Whether the server may receive the request twice. Reads may always be repeated; other requests,
   * unless this is true, only if they certainly had no effect.
   */
  isRepeatable?: boolean;
  timeoutMs?: number;
  retryForMs?: number;
  /** Aborts the request. */
  signal?: AbortSignal;
  /** Prevents further attempts; the current one may finish. */
  lastAttempt?: AbortSignal;
}

interface TimeLimit {
  signal: AbortSignal;
  end(): void;
}

const TIMEOUT_MS = 30_000;
const RETRY_FOR_MS = 120_000;

export class Transport {
  private readonly base: string;
  private readonly headers: Record<string, string>;

  constructor(
    { url, email, apiKey }: Account,
    private readonly options: TransportOptions = {},
  ) {
    if (!/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : '')) {
      throw new TypeError(
        `The URL of the server must begin with https:// or http:// (it is "${url}")`,
      );
    }
    this.base = `${url.replace(/\/+$/, '')}/api/v1/`;
    const credentials = Buffer.from(`${email}:${apiKey}`).toString('base64');
    this.headers = {
      Authorization: `Basic ${credentials}`,
      'User-Agent': options.name ?? 'ParleyClient',
    };
  }

  /** Returns the body of the response. Throws an ApiFailure or a ConnectionFailure. */
  async request<Answer>(
    method: Method,
    path: string,
    parameters: Parameters = {},
    options: RequestOptions = {},
  ): Promise<Answer> {
    const { isRepeatable = method === 'GET', signal, lastAttempt } = options;
    const ends = [signal, lastAttempt].filter((end) => end !== undefined);
    const retryForMs = options.retryForMs ?? this.options.retryForMs ?? RETRY_FOR_MS;
    const deadline = performance.now() + retryForMs;
    for (let attempt = 0; ; attempt++) {
      try {
        return (await this.attempt(method, path, parameters, options)) as Answer;
      } catch (error) {
        signal?.throwIfAborted();
        if (lastAttempt?.aborted) throw error;
        const waitMs = waitBeforeRetry(error, attempt, isRepeatable);
        if (waitMs === undefined || performance.now() + waitMs > deadline) throw error;
        this.options.onRetry?.(error as ApiFailure | ConnectionFailure, waitMs);
        await sleep(waitMs, ...ends);
      }
    }
  }

  private async attempt(
    method: Method,
    path: string,
    parameters: Parameters,
    options: RequestOptions,
  ): Promise<unknown> {
    const { fetch: send = fetch, timeoutMs = TIMEOUT_MS } = this.options;
    const fields = encode(parameters);
    const isInQuery = method === 'GET' && fields.size > 0;
    const limit = timeLimit(options.timeoutMs ?? timeoutMs, options.signal);
    let response: Response;
    let text: string;
    try {
      response = await send(`${this.base}${path}${isInQuery ? `?${fields.toString()}` : ''}`, {
        method,
        headers: this.headers,
        signal: limit.signal,
        ...(method === 'GET' ? {} : { body: fields }),
      });
      text = await response.text();
    } catch (error) {
      throw ConnectionFailure.from(error);
    } finally {
      limit.end();
    }
    const body = parse(text);
    if (!response.ok) {
      throw ApiFailure.from(response.status, body, response.headers.get('retry-after'));
    }
    if (body === undefined) throw ConnectionFailure.from(new Error('the answer is not JSON'));
    return body;
  }
}

/** Does not use AbortSignal.any, whose dependents are not freed while a signal lives. */
function timeLimit(ms: number, outer: AbortSignal | undefined): TimeLimit {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new Error(`nothing within ${ms} ms`)), ms);
  const stop = outer && onAbort(outer, () => controller.abort(outer.reason));
  return {
    signal: controller.signal,
    end: () => {
      clearTimeout(timer);
      stop?.();
    },
  };
}

function encode(parameters: Parameters): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) continue;
    fields.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return fields;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
