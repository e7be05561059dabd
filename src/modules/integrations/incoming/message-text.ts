// Fits topics and contents of notifications into the limits of messages.
import { type Markdown, openFences, wellFormed } from '#modules/integrations/toolkit';

const TRUNCATED = '[message truncated]';

/** Characters that topics cannot contain, and those that change the direction of the text that follows. */
const INVALID_IN_TOPIC =
  /[\p{Cc}\p{Noncharacter_Code_Point}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu;
/** Longer than the maximum length of topics, which is applied when the message is sent. */
const MAX_TOPIC = 500;

/** Returns the topic in one line, without characters that topics cannot contain. */
export function cleanTopic(topic: string): string {
  const start = wellFormed(topic.slice(0, MAX_TOPIC));
  return start.replaceAll(INVALID_IN_TOPIC, ' ').replaceAll(/\s+/g, ' ').trim();
}

/** Truncates the content, if possible at the end of a line, and closes fenced blocks. */
export function cutContent(markdown: Markdown, maxLength: number): string {
  const content = wellFormed(markdown.toString().replaceAll('\0', ''));
  if (content.length <= maxLength) return content;
  const characters = Array.from(content.slice(0, 2 * maxLength));
  if (content.length <= 2 * maxLength && characters.length <= maxLength) return content;
  // Leaves space for the truncation mark and the closing fences.
  const start = characters.slice(0, maxLength - 200).join('');
  const lineEnd = start.lastIndexOf('\n');
  const cut =
    lineEnd > start.length / 2
      ? start.slice(0, lineEnd)
      : // Drops an incomplete HTML entity.
        start.replace(/&#?\w{0,10}$/, '');
  return [cut, ...openFences(cut).slice(0, 5), TRUNCATED].join('\n');
}
