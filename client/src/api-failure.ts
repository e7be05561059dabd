// The failures of a request: an error response, or no response.

/** The server answered with an error. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';

  constructor(
    /** HTTP status. */
    readonly status: number,
    /** The error code of the server, such as `BAD_EVENT_QUEUE_ID`; `UNKNOWN` without one. */
    readonly code: string,
    message: string,
    /** Further fields of the response. */
    readonly data: Readonly<Record<string, unknown>>,
    /** Delay that the server requests before the next attempt, in milliseconds. */
    readonly retryAfterMs: number | undefined,
  ) {
    super(message);
  }

  /** Parses the body of a response, which may not be JSON if it comes from a proxy. */
  static from(status: number, body: unknown, retryAfter: string | null): ApiFailure {
    const answer = typeof body === 'object' && body !== null ? body : {};
    const { result: _result, msg, code, ...data } = answer as Record<string, unknown>;
    const seconds = Number(data['retry-after'] ?? retryAfter ?? Number.NaN);
    return new ApiFailure(
      status,
      typeof code === 'string' ? code : 'UNKNOWN',
      typeof msg === 'string' ? msg : `The server answered with status ${status}`,
      data,
      Number.isFinite(seconds) ? Math.max(0, seconds * 1000) : undefined,
    );
  }
}

/** No response arrived, so it is unknown whether the request had an effect. */
export class ConnectionFailure extends Error {
  override readonly name = 'ConnectionFailure';

  constructor(
    message: string,
    /** The request cannot have reached the server. */
    readonly wasNotSent: boolean,
    cause: unknown,
  ) {
    super(message, { cause });
  }

  static from(cause: unknown): ConnectionFailure {
    const reason = cause instanceof Error && cause.cause !== undefined ? cause.cause : cause;
    const code = (reason as { code?: unknown } | null)?.code;
    const detail = reason instanceof Error ? reason.message || String(code) : String(reason);
    return new ConnectionFailure(
      `No answer from the server: ${detail}`,
      typeof code === 'string' && NOT_SENT.has(code),
      cause,
    );
  }
}

/** Error codes of failed connections. */
const NOT_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);
