// The operating system named by a User-Agent, for display only: clients can claim anything.

const PLATFORMS: [sign: RegExp, name: string][] = [
  [/android/i, 'Android'],
  [/iphone|ipad|ios/i, 'iOS'],
  [/windows/i, 'Windows'],
  [/mac ?os|macintosh|darwin/i, 'macOS'],
  [/linux/i, 'Linux'],
];

const MAX_LENGTH = 500;

export function platformName(userAgent: string): string | null {
  const head = userAgent.slice(0, MAX_LENGTH);
  return PLATFORMS.find(([sign]) => sign.test(head))?.[1] ?? null;
}
