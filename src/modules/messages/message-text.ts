// The rules for the text of a message and its topic. Lengths count Unicode code points.
import { ApiError } from '#platform/http/api-error.js';

/** What stands for the empty topic where a client does not know one. */
export const EMPTY_TOPIC_NAME = 'general chat';

const TRUNCATED = '\n[message truncated]';

/** Code points that a topic can not have: controls, lone surrogates, noncharacters. */
const INVALID_IN_TOPIC = /[\p{Cc}\p{Cs}]|[\u{fdd0}-\u{fdef}]|[\ufffe\uffff]/u;

/** Topic names that clients send for the empty topic. */
const NO_TOPIC = '(no topic)';

/** Leading newlines and trailing space go; what is too long is cut, not refused. */
export function normalizedContent(given: string, maxLength: number): string {
  const content = given.trimEnd().replace(/^\n+/, '');
  if (content === '') throw ApiError.badRequest('Message must not be empty');
  return truncated(content, maxLength, TRUNCATED);
}

/** Throws for what a topic can not hold. The names of the empty topic are read as the empty topic. */
export function normalizedTopic(given: string, maxLength: number): string {
  const topic = given.trim();
  const position = [...topic].findIndex((character) => INVALID_IN_TOPIC.test(character));
  if (position !== -1) {
    throw ApiError.badRequest(`Invalid character in topic, at position ${position + 1}!`);
  }
  if (topic === NO_TOPIC || topic === EMPTY_TOPIC_NAME) return '';
  return truncated(topic, maxLength, '...');
}

function truncated(text: string, maxLength: number, mark: string): string {
  if (text.length <= maxLength) return text;
  const characters = [...text];
  if (characters.length <= maxLength) return text;
  return characters.slice(0, maxLength - mark.length).join('') + mark;
}
