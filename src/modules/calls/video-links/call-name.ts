/** Maximum length of names of calls in code points; providers refuse longer names. */
const MAX_LENGTH = 255;

/** Truncates a long name and appends an ellipsis. */
export function callName(name: string): string {
  const characters = [...name];
  if (characters.length <= MAX_LENGTH) return name;
  return `${characters.slice(0, MAX_LENGTH - 3).join('')}...`;
}
