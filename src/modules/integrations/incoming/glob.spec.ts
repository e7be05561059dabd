import { expect, it } from '@jest/globals';
import { matchesGlob } from './glob.js';

it.each([
  ['push', 'push', true],
  ['push', 'pull', false],
  ['push', '*', true],
  ['', '*', true],
  ['', '', true],
  ['push', '', false],
  ['opened_pull_request', '*pull*', true],
  ['opened_pull_request', 'opened*t', true],
  ['opened_pull_request', '*issue*', false],
  ['aaab', 'a*ab', true],
  ['release/1.0', 'release/*', true],
  ['a*b', 'a*b', true],
  ['Push', 'push', false],
  ['a'.repeat(10_000), `${'*a'.repeat(100)}b`, false],
])('matches %p with %p: %p', (value, pattern, isMatch) => {
  expect(matchesGlob(value, pattern)).toBe(isMatch);
});
