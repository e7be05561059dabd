// The rules for the text of a message and its topic. Lengths count Unicode code points.
import { ApiError } from '#platform/http/api-error.js';
import { topicFromClient } from '#modules/streams/streams';

const TRUNCATED = '\n[message truncated]';

/** Characters that topics cannot contain: controls, halves of surrogate pairs, noncharacters. */
const INVALID_IN_TOPIC = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u;

/** Longer topics are truncated, not refused. */
export function truncatedContent(input: string, maxLength: number): string {
  return truncated(input, maxLength, TRUNCATED);
}

/**
 * Removes leading newlines and trailing space; longer texts are truncated, not refused. Empty texts are
 * refused without `replacement`.
 */
export function normalizedContent(input: string, maxLength: number, replacement = ''): string {
  const content = input.trimEnd().replace(/^\n+/, '') || replacement;
  if (content === '') throw ApiError.badRequest('The message is empty');
  return truncatedContent(content, maxLength);
}

/** Throws for invalid characters. The display names of the empty topic mean the empty topic. */
export function normalizedTopic(input: string, maxLength: number): string {
  const topic = input.trim();
  const invalidAt = topic.search(INVALID_IN_TOPIC);
  if (invalidAt !== -1) {
    const position = Array.from(topic.slice(0, invalidAt)).length + 1;
    throw ApiError.badRequest(`The topic has an invalid character at position ${position}`);
  }
  return truncated(topicFromClient(topic), maxLength, '...');
}

function truncated(text: string, maxLength: number, mark: string): string {
  if (text.length <= maxLength) return text;
  // A code point takes at most two units, so later units are always beyond the limit.
  const characters = Array.from(text.slice(0, 2 * maxLength + 1));
  if (characters.length <= maxLength) return text;
  return characters.slice(0, maxLength - mark.length).join('') + mark;
}
