/** Limit of the names of calls, in code points; providers refuse longer ones. */
const MAX_LENGTH = 255;

/** Ends a long name with three points. */
export function callName(name: string): string {
  const characters = [...name];
  if (characters.length <= MAX_LENGTH) return name;
  return `${characters.slice(0, MAX_LENGTH - 3).join('')}...`;
}
