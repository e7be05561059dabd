// Parses JSON from clients, with limits that JSON.parse does not have: nesting that could exhaust a stack,
// text that PostgreSQL cannot store (NUL, lone surrogates), and numbers that are not whole or not exact.
// One pass over the text checks all of them.
import { InvalidText } from './invalid-text.js';

const MAX_DEPTH = 64;
const LONGEST_SAFE_DIGITS = 15;

/** The text is not JSON, as opposed to JSON that exceeds a limit. */
export class MalformedJson extends InvalidText {
  constructor() {
    super('must be valid JSON');
  }
}

/** Throws an InvalidText. Numbers in the result are safe integers. */
export function parseJson(text: string): unknown {
  inspect(text);
  try {
    return JSON.parse(text);
  } catch {
    throw new MalformedJson();
  }
}

function inspect(text: string): void {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case 0x22: // "
        i = endOfString(text, i + 1);
        break;
      case 0x5b: // [
      case 0x7b: // {
        if (++depth > MAX_DEPTH) throw new InvalidText('is nested too deeply');
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth--;
        break;
      case 0x2d: // -
      case 0x30:
      case 0x31:
      case 0x32:
      case 0x33:
      case 0x34:
      case 0x35:
      case 0x36:
      case 0x37:
      case 0x38:
      case 0x39:
        i = endOfNumber(text, i) - 1;
        break;
    }
  }
}

/** The index of the closing quote, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let i = start; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x22) return i;
    if (code !== 0x5c) continue;
    i++;
    if (text.charCodeAt(i) !== 0x75) continue;
    const unit = codeUnit(text, i + 1);
    if (unit === 0) throw new InvalidText('must not contain the NUL character');
    if (unit >= 0xd800 && unit <= 0xdfff) {
      const low = text.startsWith('\\u', i + 5) ? codeUnit(text, i + 7) : 0;
      if (unit >= 0xdc00 || low < 0xdc00 || low > 0xdfff) {
        throw new InvalidText('must not contain half of a surrogate pair');
      }
      i += 6;
    }
    i += 4;
  }
  return text.length;
}

/** The value of four hexadecimal digits; NaN for other text, which JSON.parse rejects. */
function codeUnit(text: string, start: number): number {
  const digits = text.slice(start, start + 4);
  return /^[0-9a-fA-F]{4}$/.test(digits) ? Number.parseInt(digits, 16) : Number.NaN;
}

function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code >= 0x30 && code <= 0x39) continue;
    if (code === 0x2e || code === 0x65 || code === 0x45) {
      throw new InvalidText('must contain whole numbers only');
    }
    break;
  }
  if (end - start > LONGEST_SAFE_DIGITS && !Number.isSafeInteger(Number(text.slice(start, end)))) {
    throw new InvalidText('contains a number that is too large');
  }
  return end;
}
