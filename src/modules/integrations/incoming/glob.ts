// Patterns in URLs of integrations, in which an asterisk matches any characters.

/** Case-sensitive. Never backtracks beyond the last asterisk, so the time is limited. */
export function matchesGlob(value: string, pattern: string): boolean {
  let [at, inPattern] = [0, 0];
  let [retryAt, afterAsterisk] = [0, -1];
  while (at < value.length) {
    if (pattern[inPattern] === '*') {
      afterAsterisk = ++inPattern;
      retryAt = at;
    } else if (inPattern < pattern.length && pattern[inPattern] === value[at]) {
      at++;
      inPattern++;
    } else if (afterAsterisk === -1) {
      return false;
    } else {
      inPattern = afterAsterisk;
      at = ++retryAt;
    }
  }
  while (pattern[inPattern] === '*') inPattern++;
  return inPattern === pattern.length;
}
