import { expect, it } from '@jest/globals';
import { encryptedKey, isOneTimeKey } from './mobile-key.js';

const KEY = 'abcdefghijklmnopqrstuvwxyz012345';

it('gives the key to who knows the one-time key', () => {
  const oneTimeKey = '00ff'.repeat(16);
  const encrypted = Buffer.from(encryptedKey(KEY, oneTimeKey), 'hex');
  const pad = Buffer.from(oneTimeKey, 'hex');
  expect(Buffer.from(encrypted.map((byte, i) => byte ^ pad[i]!)).toString()).toBe(KEY);
  expect(encryptedKey(KEY, '0'.repeat(64))).toBe(Buffer.from(KEY).toString('hex'));
});

it.each(['', 'a'.repeat(63), 'a'.repeat(65), 'g'.repeat(64), ` ${'a'.repeat(63)}`])(
  'does not take %j for a one-time key',
  (text) => {
    expect(isOneTimeKey(text)).toBe(false);
  },
);

it('does not use a one-time key that does not fit', () => {
  expect(() => encryptedKey(KEY, 'ff')).toThrow();
});
