// The URLs that a message may link to: only the schemes below, never scripts that a browser would run.
// Every href and src of a rendered message passes through `checkedUrl`.
const ALLOWED_SCHEMES = ['http', 'https', 'ftp', 'mailto', 'tel', 'sip', 'xmpp', 'bitcoin'];

const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
const HOST_AND_PORT = /^(?:localhost|[a-z0-9-]+(?:\.[a-z0-9-]+)+):\d/i;
/** Characters that end an attribute, that browsers skip, or that they read as a slash. */
const UNSAFE = /[\p{Cc}\p{Zs}\p{Zl}\p{Zp}"<>\\^`{|}]/gu;
const UPLOAD = /^\/?user_uploads\/(?!thumbnail\/|temporary\/|download\/)([^?#]+)/;

/** Returns the URL in a form that is safe in HTML; undefined for a forbidden one. */
export function checkedUrl(input: string): string | undefined {
  const url = input
    .trim()
    .replace(/\p{Cs}/gu, '\uFFFD')
    .replace(UNSAFE, percentEncoded);
  if (url === '') return undefined;
  if (url.startsWith('//')) return `https:${url}`;
  if (/^[/#?]/.test(url)) return url;
  const scheme = SCHEME.exec(url)?.[1]?.toLowerCase();
  if (scheme === undefined || HOST_AND_PORT.test(url)) {
    if (url.startsWith('user_uploads/')) return `/${url}`;
    return /^[^/@]+@[^/@]+$/.test(url) ? `mailto:${url}` : `http://${url}`;
  }
  return ALLOWED_SCHEMES.includes(scheme) ? url : undefined;
}

/** Makes links into the organization itself relative, so that clients open them in place. */
export function withoutOwnHost(url: string, realmUrl: string): string {
  if (url.startsWith(`${realmUrl}/#narrow`)) return url.slice(realmUrl.length + 1);
  if (url.startsWith(`${realmUrl}/user_uploads/`)) return url.slice(realmUrl.length);
  return url;
}

/** Returns the path id of the uploaded file that a URL leads to. */
export function uploadPath(url: string): string | undefined {
  const path = UPLOAD.exec(url)?.[1];
  return path === undefined ? undefined : percentDecoded(path);
}

/**
 * The path of a file as it is stored: clients may percent-encode it in URLs. One with a NUL, which the database
 * does not accept, stays as it is.
 */
export function percentDecoded(path: string): string {
  try {
    const decoded = decodeURIComponent(path);
    return decoded.includes('\0') ? path : decoded;
  } catch {
    return path;
  }
}

/** Replaces lone surrogates, which cannot be encoded as UTF-8. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, '\uFFFD');
}

function percentEncoded(character: string): string {
  return encodeURIComponent(character);
}
