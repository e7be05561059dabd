// The properties of a request that integrations can read in addition to the payload.
import {
  type Integration,
  MissingHeaderError,
  type WebhookRequest,
} from '#modules/integrations/toolkit';
import type { RawRequest } from '#platform/http/raw-request.js';
import { matchesGlob } from './glob.js';

const TRUE = new Set(['true', '1', 'yes']);
const MAX_CLIENT_NAME = 30;

/** `text` is the decoded body. */
export function webhookRequest(
  { header, query }: Pick<RawRequest, 'header' | 'query'>,
  text: string,
): WebhookRequest {
  const branches = query('branches')
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
    isSet: (option) => TRUE.has(query(option)?.toLowerCase() ?? ''),
    includesBranch: (branch) =>
      !branches ||
      branches.length === 0 ||
      branches.some((pattern) => matchesGlob(branch, pattern)),
  };
}

/** Name of the client of the messages. */
export function clientNameOf({ displayName }: Integration): string {
  const name = displayName.replaceAll(/[^\p{L}\p{N}]+/gu, '');
  return `Zulip${name}Webhook`.slice(0, MAX_CLIENT_NAME);
}
