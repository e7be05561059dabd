import { expect, test } from '@jest/globals';
import { findAutolinks } from './autolinks.js';

test.each([
  ['see https://a.com/b.', ['https://a.com/b']],
  ['(https://a.com/x_(y)) https://b.com)', ['https://a.com/x_(y)', 'https://b.com']],
  [
    '**https://a.com** "http://b.com" <ftp://c.org>',
    ['https://a.com', 'http://b.com', 'ftp://c.org'],
  ],
  ['xhttps://a.com gopher://a.com', []],
  ['日本語http://example.com/ 見て：https://a.com', ['http://example.com/', 'https://a.com']],
  ['한국어http://a.com (𠮷http://b.com', ['http://a.com', 'http://b.com']],
  ['a.com, www.b.org/c?d#e b.co.uk:80/x', ['a.com', 'www.b.org/c?d#e', 'b.co.uk:80/x']],
  ['notes.md run.py 1.5 e.g. v1.2.3 a..com', []],
  ['me@example.com @a.com me@localhost', ['me@example.com']],
  ['http:// https://*', []],
])('%j', (source, addresses) => {
  expect(findAutolinks(source).map(({ start, end }) => source.slice(start, end))).toEqual(
    addresses,
  );
});
