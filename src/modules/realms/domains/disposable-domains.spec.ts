import { describe, expect, it } from '@jest/globals';
import { isDisposable } from './disposable-domains.js';

describe('isDisposable', () => {
  it.each(['somebody@mailinator.com', 'somebody@Mailinator.COM', 'a@b.mailinator.com'])(
    'returns true for %s',
    (email) => expect(isDisposable(email)).toBe(true),
  );

  it.each(['somebody@example.com', 'mailinator.com@example.com', 'somebody@localhost'])(
    'returns false for %s',
    (email) => expect(isDisposable(email)).toBe(false),
  );
});
