// Which client programs can use this server, by their User-Agent. Published mobile applications ask before
// they connect.

const OLDEST_ANDROID_VERSION = [16, 2, 96];

const MOBILE = /^ZulipMobile\/(\d+(?:\.\d+){0,5})\S*.*\bAndroid\b/;

export function isCompatibleClient(userAgent: string | undefined): boolean {
  if (userAgent === undefined || userAgent.trim() === '' || isInvalidClient(userAgent))
    return false;
  const version = MOBILE.exec(userAgent.slice(0, 300))?.[1];
  return version === undefined || !isOlder(version.split('.').map(Number), OLDEST_ANDROID_VERSION);
}

/** The name that clients use to test how they handle a server that refuses them. */
export function isInvalidClient(userAgent: string | undefined): boolean {
  return /^ZulipInvalid(\/|$)/.test(userAgent ?? '');
}

function isOlder(version: readonly number[], than: readonly number[]): boolean {
  for (const [index, part] of than.entries()) {
    const own = version[index] ?? 0;
    if (own !== part) return own < part;
  }
  return false;
}
