// The errors of a login, with their codes.
import { ApiError } from '#platform/http/api-error.js';

const REASONS = {
  AUTHENTICATION_FAILED: 'The username or the password is wrong',
  USER_DEACTIVATED: 'The account is deactivated',
  REALM_DEACTIVATED: 'This organization is deactivated',
  PASSWORD_RESET_REQUIRED:
    'This password is too easy to guess; request a password reset email to choose another',
  PASSWORD_AUTH_DISABLED: 'This organization does not use passwords',
};

export function loginRefused(code: keyof typeof REASONS, message = REASONS[code]): ApiError {
  return new ApiError(code, 401, message);
}
