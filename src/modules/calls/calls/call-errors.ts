// The refusals of calls.
import { ApiError } from '#platform/http/api-error.js';
import type { Call } from './calls.repository.js';
import { callView } from './calls.view.js';

/** The same for unknown calls and for those of others. */
export function noSuchCall(): ApiError {
  return new ApiError('NOT_FOUND', 404, 'There is no such call');
}

export function invalidCallState(action: string, call: Call): ApiError {
  const message = `The action "${action}" is not possible in the present state of the call`;
  return new ApiError('INVALID_CALL_STATE', 409, message, { call: callView(call) });
}

export function idempotencyKeyReused(): ApiError {
  const message = 'The idempotency key was used for another request';
  return new ApiError('IDEMPOTENCY_KEY_REUSED', 409, message);
}
