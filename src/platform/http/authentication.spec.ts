import { describe, expect, it } from '@jest/globals';
import type { ApiError } from './api-error.js';
import { readCredentials } from './authentication.js';

const KEY = 'abcdefghijklmnopqrstuvwxyz012345';
const basic = (text: string | Buffer): string => `Basic ${Buffer.from(text).toString('base64')}`;

function failureOf(header: string | undefined): ApiError {
  try {
    readCredentials(header);
  } catch (error) {
    return error as ApiError;
  }
  throw new Error('The header was accepted');
}

describe('the Authorization header', () => {
  it.each([
    basic(`a@example.com:${KEY}`),
    basic(`a@example.com: ${KEY}\n`),
    `basic   ${basic(`a@example.com:${KEY}`).slice(6)} `,
  ])('gives the credentials in %j', (header) => {
    expect(readCredentials(header)).toEqual({ email: 'a@example.com', apiKey: KEY });
  });

  it.each([
    undefined,
    '',
    ' ',
    'Basic',
    'Basic ',
    'Basic !!!!',
    'Basic YQ',
    'Basic YTpi YTpi',
    basic('no colon'),
    basic(`:${KEY}`),
    basic(Buffer.from([0xff, 0x3a, 0x61])),
    basic(`a\0:${KEY}`),
    basic('a@example.com:short'),
    basic(`a@example.com:${KEY}0`),
    basic(`a@example.com:${KEY.slice(1)}é`),
    basic(`a@example.com:${KEY.slice(1)}-`),
  ])('is refused with 401 when it is %j', (header) => {
    expect(failureOf(header)).toMatchObject({
      status: 401,
      code: 'UNAUTHORIZED',
      headers: { 'WWW-Authenticate': 'Basic realm="zulip"' },
    });
  });

  it.each(['Bearer abc', 'Digest', 'x', basic('a:b').replace('Basic', 'Basi')])(
    'is refused with 400 for another scheme: %j',
    (header) => {
      expect(failureOf(header)).toMatchObject({ status: 400, code: 'BAD_REQUEST' });
    },
  );
});
