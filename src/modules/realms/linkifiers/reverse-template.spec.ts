import { describe, expect, test } from '@jest/globals';
import { readReverseTemplate } from './reverse-template.js';

describe('a reverse template', () => {
  test.each([
    ['#{id}', { id: '7' }, '#7'],
    ['{org}/{repo}#{id}', { org: 'a', repo: 'b', id: '1' }, 'a/b#1'],
    ['{{{id}}}', { id: '7' }, '{7}'],
    ['{{id}}', { id: '7' }, '{id}'],
    ['plain', {}, 'plain'],
    ['{gone}', {}, ''],
    ['', {}, ''],
  ])('%s', (source, values, text) => {
    expect(readReverseTemplate(source).fill(values)).toBe(text);
  });

  test('lists each variable once', () => {
    expect(readReverseTemplate('{b}{a}{b}').variables).toEqual(['b', 'a']);
  });

  test.each([
    ['{id', /single \{/],
    ['id}', /single \}/],
    ['{}', /"" in braces/],
    ['{a b}', /"a b" in braces/],
    ['{a{b}}', /single \{/],
  ])('is rejected: %j', (source, problem) => {
    expect(() => readReverseTemplate(source)).toThrow(problem);
  });
});
