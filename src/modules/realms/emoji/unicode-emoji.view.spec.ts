import { expect, test } from '@jest/globals';
import { emojiByName, findEmojiSequences } from './unicode-emoji.view.js';

test.each([
  ['rocket', '1f680'],
  ['heart', '2764'],
  ['red_heart', '2764'],
  ['smile', '1f642'],
  ['hash', '0023-20e3'],
  ['rofl', '1f923'],
  ['skin-tone-2', undefined],
])('the code of %s is %s', (name, code) => {
  expect(emojiByName(name)).toBe(code);
});

test('sequences are found as a whole or not at all', () => {
  const names = (source: string): string[] => findEmojiSequences(source).map(({ name }) => name);
  expect(names('👨‍👩‍👧‍👦')).toEqual(['family_man_woman_girl_boy']);
  expect(names('🍋‍🟪')).toEqual([]);
  expect(names('💩💩')).toEqual(['poop', 'poop']);
});
