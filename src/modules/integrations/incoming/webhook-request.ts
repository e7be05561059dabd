// The properties of a request that integrations can read in addition to the payload.
import {
  type Integration,
  MissingHeaderError,
  type WebhookRequest,
} from '#modules/integrations/toolkit';
import { ApiError } from '#platform/http/api-error.js';
import type { RawRequest } from '#platform/http/raw-request.js';
import { matchesGlob } from './glob.js';

const TRUE = new Set(['true', '1', 'yes']);
const MAX_CLIENT_NAME = 30;
/** In UTF-16 code units. The time for comparing names with patterns grows with the product of their lengths. */
const MAX_PATTERNS = 2000;
const MAX_BRANCH = 300;

/** `text` is the decoded body. Throws BAD_REQUEST if the option `branches` is too long. */
export function webhookRequest(
  { header, query }: Pick<RawRequest, 'header' | 'query'>,
  text: string,
): WebhookRequest {
  const option = query('branches');
  if (option !== undefined && option.length > MAX_PATTERNS) {
    throw ApiError.badRequest('The parameter "branches" is too long');
  }
  const branches = option
    ?.split(',')
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== '');
  return {
    header,
    query,
    text,
    hasTopic: (query('topic') ?? '').trim() !== '',
    requireHeader(name) {
      const value = header(name);
      if (value === undefined || value === '') throw new MissingHeaderError(name);
      return value;
    },
    isSet: (name) => TRUE.has(query(name)?.toLowerCase() ?? ''),
    includesBranch: (branch) =>
      !branches ||
      branches.length === 0 ||
      branches.some((pattern) => matchesGlob(branch.slice(0, MAX_BRANCH), pattern)),
  };
}

/** Name of the client of the messages. */
export function clientNameOf({ displayName }: Integration): string {
  const name = displayName.replaceAll(/[^\p{L}\p{N}]+/gu, '');
  return `Zulip${name}Webhook`.slice(0, MAX_CLIENT_NAME);
}
