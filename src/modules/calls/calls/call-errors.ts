// Errors of operations on calls.
import { ApiError } from '#platform/http/api-error.js';
import type { Call } from './calls.repository.js';
import { callView } from './calls.view.js';

/** Returns the same error for calls that do not exist and for calls of other users. */
export function noSuchCall(): ApiError {
  return new ApiError('NOT_FOUND', 404, 'There is no such call');
}

export function invalidCallState(action: string, call: Call): ApiError {
  const message = `The state of the call does not allow the action "${action}"`;
  return new ApiError('INVALID_CALL_STATE', 409, message, { call: callView(call) });
}

export function idempotencyKeyReused(): ApiError {
  const message = 'The idempotency key was used for a different request';
  return new ApiError('IDEMPOTENCY_KEY_REUSED', 409, message);
}
