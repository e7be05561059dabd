import { describe, expect, test } from '@jest/globals';
import { stemOf, wordsOf } from './words.js';

function forms(text: string): string {
  return wordsOf(text)
    .map(({ form }) => form)
    .join(' ');
}

describe('wordsOf', () => {
  test.each([
    ['Hello, World!', 'hello world'],
    ["don't", 'don t'],
    ['snake_case and foo.txt', 'snake case and foo txt'],
    ['v2.10 (C-3PO)', 'v2 10 c 3po'],
    ['Müller über Crème brûlée', 'muller uber creme brulee'],
    ['Straße, Ærø, Łódź', 'strasse aero lodz'],
    ['İstanbul ISPARTA ısı', 'istanbul isparta isi'],
    ['Ёлка и ёж', 'елка и еж'],
    ['ΣΊΣΥΦΟΣ σίσυφος', 'σισυφοσ σισυφοσ'],
    ['שָׁלוֹם', 'שלום'],
    ['مُحَمَّد', 'محمد'],
    ['हिन्दी भाषा', 'हिन्दी भाषा'],
    ['ｆｕｌｌ ｗｉｄｔｈ', 'full width'],
    ['東京タワー', '東 京 タ ワ ー'],
    ['iPhone用ケース', 'iphone 用 ケ ー ス'],
    ['서울에서', '서 울 에 서'],
    ['สวัสดี', 'ส ว ั ส ด ี'],
    ['123 ４５', '123 45'],
    ['... !?', ''],
    ['', ''],
  ])('%j: %j', (text, expected) => {
    expect(forms(text)).toBe(expected);
  });

  test('returns the range of each word', () => {
    const text = 'Über das 東京';
    expect(wordsOf(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      'Über',
      'das',
      '東',
      '京',
    ]);
  });

  test('truncates long words between characters', () => {
    expect(forms('x'.repeat(5000))).toBe('x'.repeat(50));
    expect(forms('𝒳𐐀'.repeat(100))).toBe('x𐐨'.repeat(25));
  });
});

test.each([
  ['running', 'run'],
  ['deploys', 'deploi'],
  ['книгами', 'книг'],
  ['strasse', 'strass'],
  ['σισυφοσ', 'σισυφοσ'],
  ['v2', 'v2'],
])('the stem of %s is %s', (form, stem) => {
  expect(stemOf(form)).toBe(stem);
});
