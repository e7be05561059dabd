// The nesting of JSON in text form, which is limited before it is parsed.

const MAX_DEPTH = 100;

/** Deeply nested values could exhaust the stack of recursive code. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '"') index = endOfString(text, index + 1);
    else if (character === '[' || character === '{') depth++;
    else if (character === ']' || character === '}') depth--;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

/** Returns the index of the closing quote, or of the end of the text. */
function endOfString(text: string, start: number): number {
  let index = start;
  while (index < text.length && text[index] !== '"') index += text[index] === '\\' ? 2 : 1;
  return index;
}
