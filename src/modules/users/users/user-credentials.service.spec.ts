import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import argon2 from '@node-rs/argon2';
import type { SecretBox } from '#platform/crypto.js';
import { UserCredentials } from './user-credentials.service.js';

const verify = jest.spyOn(argon2, 'verify');

/** Kind, version and costs of a hash, without its salt. */
const workOf = (hash: unknown): string => String(hash).split('$').slice(0, 4).join('$');

describe('a password', () => {
  const credentials = new UserCredentials({} as SecretBox);
  let own: string;
  beforeEach(async () => {
    own = await credentials.hashPassword('the right password');
    verify.mockClear();
  });

  it('is kept as argon2id', () => {
    expect(workOf(own)).toMatch(/^\$argon2id\$v=19\$m=\d{5,},t=\d+,p=\d+$/);
  });

  it.each([
    ['a user who has none', null],
    ['nobody', undefined],
  ])('of %s is wrong, and looking takes the same work', async (_who, hash) => {
    await expect(credentials.isPassword(own, 'a wrong password')).resolves.toBe(false);
    await expect(credentials.isPassword(hash, 'a wrong password')).resolves.toBe(false);
    const [somebodys, nobodys] = verify.mock.calls.map(([given]) => workOf(given));
    expect(somebodys).toBe(workOf(own));
    expect(nobodys).toBe(somebodys);
  });

  it('is right only for who has it', async () => {
    await expect(credentials.isPassword(own, 'the right password')).resolves.toBe(true);
    await expect(credentials.isPassword(undefined, 'the right password')).resolves.toBe(false);
  });
});
