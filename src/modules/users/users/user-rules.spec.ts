import { describe, expect, it } from '@jest/globals';
import { checkedAddress, checkedEmail, checkedFullName } from './user-rules.js';

describe('checkedFullName', () => {
  it.each(['Al', 'Zoë Ångström', 'A|b', 'x'.repeat(100), '😀😀', "O'Brien (she/her)"])(
    'accepts %p',
    (name) => expect(checkedFullName(name)).toBe(name),
  );

  it('removes spaces at both ends', () => {
    expect(checkedFullName('  Sample User ')).toBe('Sample User');
  });

  it.each([
    'A',
    '  A  ',
    'x'.repeat(101),
    'a*b',
    'a`b',
    'a\\b',
    'a>b',
    'a"b',
    'a@b',
    'Sample|12',
    'a\u0007b',
    'a\nb',
  ])('rejects %p', (name) => expect(() => checkedFullName(name)).toThrow('name'));
});

describe('checkedEmail', () => {
  it.each([
    'Sample@example.com',
    'a.b+c@mail.example.com',
    'user5@localhost',
    'x-bot@192.0.2.7',
    '"a b"@example.com',
  ])('accepts %p', (email) => expect(checkedEmail(` ${email} `)).toBe(email));

  it.each([
    '',
    'sample',
    'a@',
    '@example.com',
    'a b@example.com',
    `${'x'.repeat(300)}@example.com`,
    '"a\r\nBcc: b"@example.com',
    '"a\\\r\nb"@example.com',
    '"a\tb"@example.com',
    '"a\u0007"@example.com',
    '"a\u2028b"@example.com',
    'a\u200bb@example.com',
  ])('rejects %p', (email) => expect(() => checkedEmail(email)).toThrow('email'));
});

describe('checkedAddress', () => {
  it.each(['user5@chat.example.com', ' USER5@Chat.Example.com'])('rejects %p', (email) =>
    expect(() => checkedAddress(email, 'chat.example.com')).toThrow('reserved'),
  );

  it.each(['user5@example.com', 'user@chat.example.com', 'user5b@chat.example.com'])(
    'accepts %p',
    (email) => expect(checkedAddress(email, 'chat.example.com')).toBe(email),
  );
});
