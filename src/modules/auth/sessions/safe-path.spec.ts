import { expect, it } from '@jest/globals';
import { safePath } from './safe-path.js';

it.each(['/', '/api/v1/users/me?x=1', '/a/b#c', '/a?next=//elsewhere.example.com'])(
  'accepts %s',
  (path) => {
    expect(safePath(path)).toBe(path);
  },
);

it.each([
  undefined,
  '',
  'a',
  'https://elsewhere.example.com/',
  '//elsewhere.example.com',
  '///elsewhere.example.com',
  '/\\elsewhere.example.com',
  '/\t/elsewhere.example.com',
  '/\n/elsewhere.example.com',
  '/.//elsewhere.example.com',
  '/a/..//elsewhere.example.com',
  'javascript:alert(1)',
  'http:/elsewhere.example.com',
  '/\u0000',
])('replaces %j by the start page', (path) => {
  expect(safePath(path)).toBe('/');
});
