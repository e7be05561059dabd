// Search filters of the directory, with user input escaped as RFC 4515 requires.

/** Replaces every `{username}` and `{dn}` of the template. */
export function fillFilter(template: string, value: string): string {
  const escaped = value.replaceAll(
    /[\\*()\0]/g,
    (character) => `\\${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
  return template.replaceAll(/\{(username|dn)\}/g, () => escaped);
}
