import { describe, expect, it } from '@jest/globals';
import { checkedGroupDescription, checkedGroupName } from './user-group-name.js';

describe('checkedGroupName', () => {
  it.each([
    'designers',
    'Größe 😀',
    'x'.repeat(100),
    '😀'.repeat(100),
    'a@b',
    'my role: x',
    'role',
  ])('accepts %p', (name) => expect(checkedGroupName(name)).toBe(name));

  it('removes spaces at both ends', () => {
    expect(checkedGroupName('  on call ')).toBe('on call');
  });

  it.each([
    '',
    '   ',
    'x'.repeat(101),
    '@designers',
    'role:designers',
    'Role:owners',
    'user:designers',
    'stream:designers',
    'channel:designers',
    ' channel:designers',
    'de\u0007signers',
    'de\nsigners',
    'de\u{fdd0}signers',
    'de\uffffsigners',
    'de\u0085signers',
  ])('refuses %p', (name) => expect(() => checkedGroupName(name)).toThrow("group's name"));
});

describe('checkedGroupDescription', () => {
  it('returns a description of valid length unchanged', () => {
    expect(checkedGroupDescription(' Who *designs*.\nAll of us. ')).toBe(
      ' Who *designs*.\nAll of us. ',
    );
    expect(checkedGroupDescription('😀'.repeat(1024))).toHaveLength(2048);
  });

  it('refuses a longer description', () => {
    expect(() => checkedGroupDescription('x'.repeat(1025))).toThrow('too long');
  });
});
