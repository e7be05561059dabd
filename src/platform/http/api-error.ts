// Every failure that a client can cause is an ApiError: a code for programs, an HTTP status, a message
// for people, and the fields of the code. Services throw it; ErrorFilter sends the response.

export interface ErrorFields {
  [name: string]: unknown;
}

export interface ErrorHeaders {
  [name: string]: string;
}

export type SessionRefusal = 'UNAUTHORIZED' | 'USER_DEACTIVATED' | 'REALM_DEACTIVATED';

/** Code, message and headers of failures below the API: in the HTTP server, router and body readers. */
const OF_STATUS: Readonly<Record<number, [code: string, message: string, headers?: ErrorHeaders]>> =
  {
    400: ['BAD_REQUEST', 'The request is malformed'],
    404: ['NOT_FOUND', 'This URL does not exist'],
    405: ['METHOD_NOT_ALLOWED', 'This method is not allowed for this URL'],
    408: ['REQUEST_TIMEOUT', 'The request took too long to arrive'],
    413: ['REQUEST_TOO_LARGE', 'The request body is too large'],
    415: [
      'UNSUPPORTED_MEDIA_TYPE',
      'The request body must be application/x-www-form-urlencoded or multipart/form-data',
    ],
    417: ['EXPECTATION_FAILED', 'The expectation in the Expect header is not supported'],
    431: ['REQUEST_HEADERS_TOO_LARGE', 'The request headers are too large'],
    503: [
      'SERVICE_UNAVAILABLE',
      'The server is temporarily unavailable; please try again',
      { 'Retry-After': '5' },
    ],
  };

const SESSION_CHALLENGE = 'Session realm="zulip"';

export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    /** Undefined only for 500, whose response has no code. */
    readonly code: string | undefined,
    readonly status: number,
    message: string,
    readonly data: ErrorFields = {},
    readonly headers: ErrorHeaders = {},
  ) {
    super(message);
  }

  /** The error without the challenge `Basic`, for which browsers ask their users for a password. */
  forSessions(): ApiError {
    if (this.headers['WWW-Authenticate'] === undefined) return this;
    const headers = { ...this.headers, 'WWW-Authenticate': SESSION_CHALLENGE };
    return new ApiError(this.code, this.status, this.message, this.data, headers);
  }

  static badRequest(message: string, data?: ErrorFields): ApiError {
    return new ApiError('BAD_REQUEST', 400, message, data);
  }

  /** The user does not hold a permission. */
  static insufficientPermission(): ApiError {
    return ApiError.badRequest('Insufficient permission');
  }

  static missingParameter(name: string): ApiError {
    return new ApiError('REQUEST_VARIABLE_MISSING', 400, `The parameter "${name}" is required`, {
      var_name: name,
    });
  }

  /** For linkifiers and playgrounds, whose clients show the messages beside the fields of a form. */
  static invalidField(name: string, message: string): ApiError {
    return ApiError.badRequest(message, { errors: { [name]: [message] } });
  }

  /** As invalidField, for a message that concerns no field alone. */
  static invalidForm(message: string): ApiError {
    return ApiError.invalidField('__all__', message);
  }

  /** For the few settings whose errors contain the value; other checks use badRequest. */
  static invalidValue(name: string, value: unknown): ApiError {
    return new ApiError(
      'REQUEST_VARIABLE_INVALID',
      400,
      `${name} has a value that is not allowed`,
      {
        var_name: name,
        bad_value: value,
      },
    );
  }

  static confusingParameters(name: string, alias: string): ApiError {
    const message = `"${name}" and "${alias}" mean the same parameter; send one of them`;
    return new ApiError('REQUEST_CONFUSING_VAR', 400, message, {
      var_name1: name,
      var_name2: alias,
    });
  }

  static unauthorized(message: string): ApiError {
    return new ApiError('UNAUTHORIZED', 401, message, undefined, {
      'WWW-Authenticate': 'Basic realm="zulip"',
    });
  }

  /** A browser session that is not valid. */
  static sessionRefused(code: SessionRefusal, message: string): ApiError {
    return new ApiError(code, 401, message, undefined, {
      'WWW-Authenticate': SESSION_CHALLENGE,
    });
  }

  /** Redirects a browser without a session to the login page. */
  static loginNeeded(path: string): ApiError {
    const message = 'Log in to see this page';
    return new ApiError('UNAUTHORIZED', 302, message, undefined, { Location: path });
  }

  static csrfFailed(reason: string): ApiError {
    return new ApiError('CSRF_FAILED', 403, reason, { reason });
  }

  /** The request names a resource that does not exist, or that this user cannot access. */
  static resourceNotFound(message: string): ApiError {
    return new ApiError('BAD_REQUEST', 404, message);
  }

  /** A path that matches no route, or cannot name a resource. */
  static notFound(): ApiError {
    return ApiError.ofStatus(404);
  }

  static nonexistentRealm(): ApiError {
    return new ApiError('NONEXISTENT_SUBDOMAIN', 404, 'There is no organization at this address');
  }

  static methodNotAllowed(method: string, allowed: string[]): ApiError {
    return new ApiError(
      'METHOD_NOT_ALLOWED',
      405,
      `The method ${method} is not allowed for this URL`,
      { allowed_methods: allowed },
      { Allow: allowed.join(', ') },
    );
  }

  static rateLimited(retryAfterSeconds: number, headers?: ErrorHeaders): ApiError {
    return new ApiError(
      'RATE_LIMIT_HIT',
      429,
      'Too many requests; please wait',
      { 'retry-after': retryAfterSeconds },
      { ...headers, 'Retry-After': String(Math.ceil(retryAfterSeconds)) },
    );
  }

  /** For a status from below the API: a body reader, the router, the parser. */
  static ofStatus(status: number): ApiError {
    const [code, message, headers] = OF_STATUS[status] ?? [
      'BAD_REQUEST',
      'The request cannot be processed',
    ];
    return new ApiError(code, status, message, undefined, headers);
  }

  /** An unexpected failure. Its cause is in the log, not in the response. */
  static internal(): ApiError {
    return new ApiError(undefined, 500, 'Internal server error; please try again');
  }
}
