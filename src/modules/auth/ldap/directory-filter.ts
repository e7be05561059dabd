// Puts what somebody typed into a filter of the directory, where it means nothing but itself.

/** `template` has one or more of `{username}` and `{dn}`, which all become the value (RFC 4515). */
export function filledFilter(template: string, value: string): string {
  const escaped = value.replaceAll(
    /[\\*()\0]/g,
    (character) => `\\${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
  return template.replaceAll(/\{(username|dn)\}/g, () => escaped);
}
