// What can go wrong with a request: the server refuses it, or no answer comes.

/** The server answered, and the answer is no. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';

  constructor(
    /** Of HTTP. */
    readonly status: number,
    /** What the server calls it, such as `BAD_EVENT_QUEUE_ID`; `UNKNOWN` when it does not say. */
    readonly code: string,
    message: string,
    /** Further fields of the answer. */
    readonly data: Readonly<Record<string, unknown>>,
    /** How long the server wants to be left alone, in milliseconds. */
    readonly retryAfterMs: number | undefined,
  ) {
    super(message);
  }

  /** From the body of an answer, which is no JSON when it comes from a proxy. */
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

/** No answer came, so it is not known whether the server did what it was asked to. */
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

/** Codes of failures to connect. */
const NOT_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);
