import { describe, expect, test } from '@jest/globals';
import { LinkifierSet } from './linkifier-set.js';

const set = new LinkifierSet([
  { pattern: '(?P<org>[a-z]+)#(?P<id>[0-9]+)', urlTemplate: 'https://example.com/{org}/{id}' },
  { pattern: '#(?P<id>[0-9]+)', urlTemplate: 'https://example.com/{id}' },
  { pattern: 'say (?P<what>.+)!', urlTemplate: 'https://example.com/?q={what}' },
]);

function found(source: string): string[] {
  return set.find(source).map(({ start, end, url }) => `${source.slice(start, end)} ${url}`);
}

describe('linkifiers', () => {
  test.each([
    ['#1 and (#2)', ['#1 https://example.com/1', '#2 https://example.com/2']],
    ['web#12', ['web#12 https://example.com/web/12']],
    ['a/#1 #2b #3é', []],
    ['#1, #2.', ['#1 https://example.com/1', '#2 https://example.com/2']],
    ['say a b&c!', ['say a b&c! https://example.com/?q=a%20b%26c']],
    ['say #1!', ['#1 https://example.com/1']],
  ])('%j', (source, links) => {
    expect(found(source)).toEqual(links);
  });

  test('never link to a forbidden URL', () => {
    const bad = new LinkifierSet([{ pattern: 'x(?P<y>.)', urlTemplate: 'javascript:{y}' }]);
    expect(bad.find('xy')).toEqual([]);
  });

  test('accept patterns that need exponential time in other engines', () => {
    const slow = new LinkifierSet([{ pattern: '(a+)+b', urlTemplate: 'https://example.com' }]);
    expect(slow.find('a'.repeat(10_000))).toEqual([]);
  });

  test('stop when the budget of a text is used up', () => {
    const slow = new LinkifierSet([
      { pattern: 'a((b?c?d?){100}[0-9])?', urlTemplate: 'https://example.com' },
    ]);
    const source = 'a '.repeat(5_000);
    expect(slow.find(source).length).toBeGreaterThan(0);
    expect(slow.find(source).length).toBeLessThan(20);
  });

  test('refuse patterns that RE2 does not support', () => {
    expect(() => new LinkifierSet([{ pattern: '(?=a)', urlTemplate: '' }])).toThrow();
  });
});
