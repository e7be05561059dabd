// The operating system that a browser or an app names in its User-Agent, for a list that its owner
// reads. Anybody can claim anything here, so nothing depends on it.

const PLATFORMS: [sign: RegExp, name: string][] = [
  [/android/i, 'Android'],
  [/iphone|ipad|ios/i, 'iOS'],
  [/windows/i, 'Windows'],
  [/mac ?os|macintosh|darwin/i, 'macOS'],
  [/linux/i, 'Linux'],
];

const MAX_READ = 500;

export function platformName(userAgent: string): string | null {
  const head = userAgent.slice(0, MAX_READ);
  return PLATFORMS.find(([sign]) => sign.test(head))?.[1] ?? null;
}
