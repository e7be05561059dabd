// What can be the icon of a topic: an emoji of Unicode. Those of the organization come with the
// feature that lets it have its own.
import { ApiError } from '#platform/http/api-error.js';
import type { TopicIcon } from './topics.view.js';

/** As emoji are called between colons. */
const NAME = /^[a-z0-9_+-]+$/;
/** Code points in hexadecimal, with hyphens between. */
const CODE = /^[0-9a-f]{2,6}(-[0-9a-f]{2,6})*$/;
const EMOJI = /^[\p{Emoji}\p{Emoji_Component}]+$/u;
/** Digits and signs are emoji only together with what makes them keys. */
const PLAIN = /^[0-9#*]+$/;

export function checkIcon({ emoji_name: name, emoji_code: code, reaction_type }: TopicIcon): void {
  if (reaction_type !== 'unicode_emoji' || !NAME.test(name) || !isEmojiCode(code)) {
    throw ApiError.badRequest(`The emoji '${name}' does not exist`);
  }
}

function isEmojiCode(code: string): boolean {
  if (!CODE.test(code)) return false;
  const points = code.split('-').map((part) => Number.parseInt(part, 16));
  if (!points.every(isScalar)) return false;
  const text = String.fromCodePoint(...points);
  return EMOJI.test(text) && !PLAIN.test(text);
}

/** A code point that is not half of a surrogate pair. */
function isScalar(point: number): boolean {
  return point < 0xd8_00 || (point > 0xdf_ff && point <= 0x10_ff_ff);
}
