import { expect, test } from '@jest/globals';
import { EMOJI_NAMES, emojiByName, findEmojiSequences, isEmojiName } from './unicode-emoji.view.js';

test.each([
  ['rocket', '1f680'],
  ['heart', '2764'],
  ['red_heart', '2764'],
  ['smile', '1f604'],
  ['slight_smile', '1f642'],
  ['big_smile', '1f604'],
  ['smiley', '1f603'],
  ['folded_hands', '1f64f'],
  ['pray', '1f64f'],
  ['thermometer_face', '1f912'],
  ['ab', '1f18e'],
  ['ab_button', '1f18e'],
  ['ab_button_blood_type', '1f18e'],
  ['flag_côte_divoire', '1f1e8-1f1ee'],
  ['flag_cote_divoire', '1f1e8-1f1ee'],
  ['satisfied', '1f606'],
  ['harp', '1fa89'],
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

test('a name is valid with its code and with its former one', () => {
  const codes = ['1f604', '1f642', '1f603'];
  expect(codes.map((code) => isEmojiName('smile', code))).toEqual([true, true, false]);
  expect(codes.map((code) => isEmojiName('big_smile', code))).toEqual([true, false, false]);
});

test('each name can be typed between colons', () => {
  const names = Object.values(EMOJI_NAMES).flat();
  expect(names.filter((name) => !/^[\p{L}\p{N}_+-]+$/u.test(name))).toEqual([]);
  expect(emojiByName('on_arrow')).toBe('1f51b');
  expect(emojiByName('keycap_asterisk')).toBe('002a-20e3');
});

test('each name belongs to one emoji, which it leads to', () => {
  const names = Object.entries(EMOJI_NAMES).flatMap(([code, all]) =>
    all.map((name) => [name, code] as const),
  );
  expect(new Set(names.map(([name]) => name)).size).toBe(names.length);
  expect(names.filter(([name, code]) => emojiByName(name) !== code)).toEqual([]);
  expect(EMOJI_NAMES['1f604']![0]).toBe('smile');
  expect(EMOJI_NAMES['1f642']![0]).toBe('slight_smile');
});
