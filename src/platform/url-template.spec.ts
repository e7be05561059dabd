import { describe, expect, test } from '@jest/globals';
import { readUrlTemplate } from './url-template.js';

describe('a URL template', () => {
  test.each<[string, string[]]>([
    ['https://example.com/', []],
    ['https://example.com/{id}', ['id']],
    ['https://example.com{/path*}{?q,page:3}{#id}', ['path', 'q', 'page', 'id']],
    ['{+base}/{id}/{id}', ['base', 'id']],
    ['https://example.com/100%25{&a.b}', ['a.b']],
  ])('%s has the variables %j', (text, variables) => {
    expect(readUrlTemplate(text).variables).toEqual(variables);
  });

  test.each([
    ['', /empty/],
    ['  ', /empty/],
    ['https://example.com/{id', /brace/],
    ['https://example.com/id}', /brace/],
    ['https://example.com/{a{b}}', /brace/],
    ['https://example.com/{}', /"" in braces/],
    ['https://example.com/{a b}', /"a b" in braces/],
    ['https://example.com/{a,}', /"" in braces/],
    ['https://example.com/{a:0}', /"a:0" in braces/],
    ['https://example.com/{a:10000}', /"a:10000" in braces/],
    ['https://example.com/{=a}', /operator =/],
    ['https://example.com/a b', /spaces/],
    ['https://example.com/100%', /percent/],
  ])('%j is rejected', (text, problem) => {
    expect(() => readUrlTemplate(text)).toThrow(problem);
  });

  test('is expanded', () => {
    const { expand } = readUrlTemplate('https://example.com{?q}{#id}');
    expect(expand({ q: 'a b&c', id: 7 })).toBe('https://example.com?q=a%20b%26c#7');
  });
});
