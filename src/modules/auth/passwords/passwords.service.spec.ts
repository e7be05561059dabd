import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import argon2 from '@node-rs/argon2';
import type { Config } from '#config/config.js';
import type { RealmsService } from '#modules/realms/realms';
import { Passwords } from './passwords.service.js';

const verify = jest.spyOn(argon2, 'verify');

/** The kind, version and costs of a hash, without its salt. */
const costsOf = (hash: unknown): string => String(hash).split('$').slice(0, 4).join('$');

describe('a password', () => {
  const passwords = new Passwords({} as RealmsService, {} as Config);
  let stored: string;

  beforeEach(async () => {
    stored = await passwords.hash('the right password');
    verify.mockClear();
  });

  it('is stored as argon2id', () => {
    expect(costsOf(stored)).toMatch(/^\$argon2id\$v=19\$m=\d{5,},t=\d+,p=\d+$/);
  });

  it.each([
    ['a user without a password', null],
    ['no user', undefined],
  ])('of %s does not match, at the same costs as a wrong one', async (_who, hash) => {
    await expect(passwords.matches(stored, 'a wrong password')).resolves.toBe(false);
    await expect(passwords.matches(hash, 'a wrong password')).resolves.toBe(false);
    const [existing, absent] = verify.mock.calls.map(([argument]) => costsOf(argument));
    expect(existing).toBe(costsOf(stored));
    expect(absent).toBe(existing);
  });

  it('matches the hash it was stored as, and nothing else', async () => {
    await expect(passwords.matches(stored, 'the right password')).resolves.toBe(true);
    await expect(passwords.matches(undefined, 'the right password')).resolves.toBe(false);
  });
});
