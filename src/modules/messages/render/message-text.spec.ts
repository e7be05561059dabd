import { describe, expect, test } from '@jest/globals';
import { normalizedContent, normalizedTopic } from './message-text.js';

describe('normalizedContent', () => {
  test.each([
    ['\n\n a \n', ' a'],
    ['12345678901234567890', '12345678901234567890'],
    ['123456789012345678901', '\n[message truncated]'],
  ])('%j becomes %j', (given, expected) => {
    expect(normalizedContent(given, 20)).toBe(expected);
  });

  test('cuts text that is far too long', () => {
    const long = 'a'.repeat(1_000_000);
    expect(normalizedContent(long, 30)).toBe(`${'a'.repeat(10)}\n[message truncated]`);
  });

  test.each(['', '\n', ' \n '])('refuses %j', (given) => {
    expect(() => normalizedContent(given, 20)).toThrow('empty');
  });
});

describe('normalizedTopic', () => {
  test.each([
    [' a ', 'a'],
    ['', ''],
    ['(no topic)', ''],
    ['general chat', ''],
    ['1234567890', '1234567890'],
    ['12345678901', '1234567...'],
    ['😀😀😀😀😀😀😀😀😀😀😀', '😀😀😀😀😀😀😀...'],
  ])('%j becomes %j', (given, expected) => {
    expect(normalizedTopic(given, 10)).toBe(expected);
  });

  test.each([
    ['a\u0000', 2],
    ['😀\ud800', 2],
    ['\udc00', 1],
    ['ab\ufffe', 3],
    [`${'x'.repeat(70)}\u009f`, 71],
  ])('refuses %j at position %i', (given, position) => {
    expect(() => normalizedTopic(given, 60)).toThrow(`position ${position}`);
  });
});
