// Converts the text of form fields to values. Text of another kind is returned unchanged, for the rules of
// the parameter to report; malformed JSON throws InvalidText.
import { MalformedJson, parseJson } from './json-text.js';

export function readInteger(text: string): number | string {
  const digits = trimJson(text);
  if (!/^-?(0|[1-9]\d*)$/.test(digits)) return text;
  const value = Number(digits) + 0;
  return Number.isSafeInteger(value) ? value : text;
}

export function readBool(text: string): boolean | string {
  const word = trimJson(text);
  return word === 'true' || word === 'false' ? word === 'true' : text;
}

/** Text that starts with a quote is read as a JSON string. */
export function readTextOrJsonString(text: string): unknown {
  return text.startsWith('"') ? parseJson(text) : text;
}

/** Reads JSON for a string, an integer or a list; returns other text unchanged. */
export function readTextOrJson(text: string): unknown {
  const start = text.trimStart();
  if (/^-?\d+\s*$/.test(start)) {
    const number = Number(start);
    return Number.isSafeInteger(number) ? number : text;
  }
  if (!start.startsWith('"') && !start.startsWith('[')) return text;
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof MalformedJson) return text;
    throw error;
  }
}

export function isJsonNull(text: string): boolean {
  return text.length >= 4 && trimJson(text) === 'null';
}

/** Without the white space that JSON allows around a value. */
function trimJson(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isJsonSpace(text.charCodeAt(start))) start++;
  while (end > start && isJsonSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

function isJsonSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
}
