import { describe, expect, it } from '@jest/globals';
import { clientName } from './client-name.js';

describe('the name of a client', () => {
  it.each([
    [undefined, 'ZulipMobile/30.0 (Android 15)', 'ZulipMobile'],
    [undefined, 'curl/8.5.0', 'curl'],
    [undefined, 'a program ', 'a program'],
    [undefined, undefined, 'Unspecified'],
    [undefined, '/1.0', 'Unspecified'],
    ['website', 'curl/8.5.0', 'website'],
    [' bot ', undefined, 'bot'],
    ['', 'curl/8.5.0', 'Unspecified'],
    ['x'.repeat(40), undefined, 'x'.repeat(30)],
    ['👍'.repeat(40), undefined, '👍'.repeat(30)],
  ])('client=%s and User-Agent %s give %s', (parameter, userAgent, name) => {
    expect(clientName(parameter, userAgent)).toBe(name);
  });

  it.each([
    [undefined, 'Mozilla/5.0 (X11; Linux x86_64)', 'website'],
    [undefined, undefined, 'website'],
    [undefined, 'ZulipElectron/5.12 Mozilla/5.0', 'ZulipElectron'],
    ['bot', 'Mozilla/5.0 (X11; Linux x86_64)', 'bot'],
  ])('client=%s and User-Agent %s of a browser session give %s', (parameter, userAgent, name) => {
    expect(clientName(parameter, userAgent, { isBrowser: true })).toBe(name);
  });
});
