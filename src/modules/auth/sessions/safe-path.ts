// The path to continue at after a login. A path from a link must stay on this host, so that a trusted
// login page cannot redirect to another one.

const HOME = '/';
/** Placeholder for the host of the request. */
const HERE = 'http://here.invalid';

/** Returns the path with its query and fragment, or the start page for anything but a path on this host. */
export function safePath(path: string | undefined): string {
  if (path === undefined || !path.startsWith('/')) return HOME;
  // Browsers read a backslash as a slash and drop control characters, so both could name a host.
  if (/[\\\p{Cc}]/u.test(path) || !URL.canParse(path, HERE)) return HOME;
  const url = new URL(path, HERE);
  if (url.origin !== HERE || url.pathname.startsWith('//')) return HOME;
  return `${url.pathname}${url.search}${url.hash}`;
}
