// Which addresses a message may lead to: only those of the schemes below, never code that a browser
// would run. Every href and src of a rendered message has passed through here.
const ALLOWED_SCHEMES = ['http', 'https', 'ftp', 'mailto', 'tel', 'sip', 'xmpp', 'bitcoin'];

const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
const HOST_AND_PORT = /^(?:localhost|[a-z0-9-]+(?:\.[a-z0-9-]+)+):\d/i;
/** What would end an attribute, be skipped by a browser, or be read as a slash. */
const UNSAFE = /[\p{Cc}\p{Zs}\p{Zl}\p{Zp}"<>\\^`{|}]/gu;
const UPLOAD = /^\/?user_uploads\/(?!thumbnail\/|temporary\/|download\/)([^?#]+)/;

/** The address as it may be written into HTML; undefined for one that may not. */
export function checkedUrl(given: string): string | undefined {
  const url = given
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

/** A link into the organization itself becomes one that stays in the client's window. */
export function withoutOwnHost(url: string, realmUrl: string): string {
  if (url.startsWith(`${realmUrl}/#narrow`)) return url.slice(realmUrl.length + 1);
  if (url.startsWith(`${realmUrl}/user_uploads/`)) return url.slice(realmUrl.length);
  return url;
}

/** What identifies an uploaded file in the address that leads to it. */
export function uploadPath(url: string): string | undefined {
  return UPLOAD.exec(url)?.[1];
}

/** Without halves of surrogate pairs, which can not be encoded. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, '\uFFFD');
}

function percentEncoded(character: string): string {
  return encodeURIComponent(character);
}
