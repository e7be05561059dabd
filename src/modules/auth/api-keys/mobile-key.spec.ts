import { expect, it } from '@jest/globals';
import { encryptApiKey, isOneTimeKey } from './mobile-key.js';

const KEY = 'abcdefghijklmnopqrstuvwxyz012345';

it('encrypts the API key with the one-time key', () => {
  const oneTimeKey = '00ff'.repeat(16);
  const encrypted = Buffer.from(encryptApiKey(KEY, oneTimeKey), 'hex');
  const pad = Buffer.from(oneTimeKey, 'hex');
  expect(Buffer.from(encrypted.map((byte, i) => byte ^ pad[i]!)).toString()).toBe(KEY);
  expect(encryptApiKey(KEY, '0'.repeat(64))).toBe(Buffer.from(KEY).toString('hex'));
});

it.each(['', 'a'.repeat(63), 'a'.repeat(65), 'g'.repeat(64), ` ${'a'.repeat(63)}`])(
  'rejects %j as a one-time key',
  (text) => {
    expect(isOneTimeKey(text)).toBe(false);
  },
);

it('rejects a one-time key of another length', () => {
  expect(() => encryptApiKey(KEY, 'ff')).toThrow();
});
