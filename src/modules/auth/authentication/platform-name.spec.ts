import { expect, it } from '@jest/globals';
import { platformName } from './platform-name.js';

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Linux'],
  ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36', 'Android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 'iOS'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 'macOS'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'Windows'],
  ['SampleBot/1.0', null],
  ['', null],
])('finds the platform in "%s"', (userAgent, name) => {
  expect(platformName(userAgent)).toBe(name);
});
