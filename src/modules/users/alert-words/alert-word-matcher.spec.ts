import { expect, jest, test } from '@jest/globals';
import { AlertWordMatcher } from './alert-word-matcher.js';

function isAlerted(word: string, content: string): boolean {
  return new AlertWordMatcher([{ userId: 1, word }]).usersAlertedBy(content).length > 0;
}

test.each([
  ['art', 'the art of it'],
  ['art', 'ART'],
  ['Art', '(art)'],
  ['art', '**art**, and more'],
  ['art', 'start, then art'],
  ['code review', 'needs a code review.'],
  ['review code', 'to review review code'],
  ['c++', 'in c++ or so'],
  ['c++', 'c++11'],
  ['@team', 'hello @team'],
  ['#42', 'see #42'],
  ['naïve', 'a Naïve idea'],
  ['ärger', 'so viel Ärger!'],
  ['привет', 'Привет, мир'],
  ['🎉', 'done🎉'],
  ['!!', 'no!!!'],
])('"%s" matches "%s"', (word, content) => {
  expect(isAlerted(word, content)).toBe(true);
});

test.each([
  ['art', 'start'],
  ['art', 'arts'],
  ['art', 'art_work'],
  ['art', 'art2'],
  ['code review', 'code  review'],
  ['code review', 'code reviewer'],
  ['@team', 'team'],
  ['#42', '#421'],
  ['na', 'naïve'],
  ['cafe', 'cafe\u0301'],
  ['🎉', 'done'],
])('"%s" does not match "%s"', (word, content) => {
  expect(isAlerted(word, content)).toBe(false);
});

test('returns each user once and ignores the case of words', () => {
  const matcher = new AlertWordMatcher([
    { userId: 1, word: 'tea' },
    { userId: 2, word: 'TEA' },
    { userId: 1, word: 'green tea' },
    { userId: 3, word: 'coffee' },
  ]);
  const userIds = matcher.usersAlertedBy('Green tea or black tea?');
  expect(new Set(userIds)).toEqual(new Set([1, 2]));
  expect(userIds).toHaveLength(2);
});

test('many words in a long text are compared only where they can occur', () => {
  const words = Array.from({ length: 50_000 }, (_, n) => ({ userId: n, word: `word${n} next` }));
  const matcher = new AlertWordMatcher(words);
  const content = 'word1 word2 word3 '.repeat(550);
  const comparisons = (['includes', 'indexOf', 'startsWith'] as const).map((name) =>
    jest.spyOn(String.prototype, name),
  );
  const userIds = matcher.usersAlertedBy(`${content} word4 next`);
  const count = comparisons.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  jest.restoreAllMocks();
  expect(userIds).toEqual([4]);
  // Once for each word of the text that begins an alert word.
  expect(count).toBe(3 * 550 + 1);
});
