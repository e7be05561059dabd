// Where to go after the login. What a link says about it may lead to this host only, or the page
// that somebody trusts would lead them anywhere.

const HOME = '/';
/** Stands for whatever host this is. */
const HERE = 'http://here.invalid';

/** A path on this host, with its query; the start page in place of anything else. */
export function safePath(given: string | undefined): string {
  if (given === undefined || !given.startsWith('/')) return HOME;
  // Browsers take a backslash for a slash and drop these characters, so both could name a host.
  if (/[\\\p{Cc}]/u.test(given) || !URL.canParse(given, HERE)) return HOME;
  const url = new URL(given, HERE);
  if (url.origin !== HERE || url.pathname.startsWith('//')) return HOME;
  return `${url.pathname}${url.search}${url.hash}`;
}
