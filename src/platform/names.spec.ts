import { describe, expect, it } from '@jest/globals';
import { comparableName, hiddenPosition, trimmedName } from './names.js';

const INVISIBLE = [
  '\u0000', // control characters
  '\u0007',
  '\n',
  '\u007f',
  '\u0085',
  '\u00ad', // soft hyphen
  '\u034f', // combining grapheme joiner
  '\u061c', // Arabic letter mark
  '\u115f', // Hangul fillers
  '\u1160',
  '\u3164',
  '\uffa0',
  '\u17b4', // Khmer inherent vowel
  '\u180e', // Mongolian vowel separator
  '\u200b', // zero width space, joiners, directional marks
  '\u200c',
  '\u200d',
  '\u200e',
  '\u200f',
  '\u2028', // line and paragraph separators
  '\u2029',
  '\u202a', // bidirectional embeddings, overrides and isolates
  '\u202e',
  '\u2066',
  '\u2069',
  '\u2060', // word joiner, invisible operators
  '\u2064',
  '\u2800', // blank braille pattern
  '\ud800', // surrogate
  '\ue000', // private use
  '\ufe0f', // variation selector
  '\ufeff', // byte order mark
  '\ufff9', // interlinear annotation
  '\ufffc', // object replacement character
  '\uffff', // noncharacter
  '\u{1d159}', // musical symbol null notehead
  '\u{1d173}', // musical formatting
  '\u{e0041}', // tag
  '\u{e0100}', // variation selector supplement
  '\u{10ffff}',
];

describe('hiddenPosition', () => {
  it.each(INVISIBLE)('finds %j', (character) => {
    expect(hiddenPosition(`ab${character}c`)).toBe(3);
    expect(hiddenPosition(`😀${character}c`)).toBe(2);
    expect(hiddenPosition(character)).toBe(1);
  });

  it.each(['\u0301', '\u00a0', '\u3000', ' \u0301 '])('finds nothing visible in %j', (name) =>
    expect(hiddenPosition(name)).toBe(1),
  );

  it.each([
    'Sample User',
    'Zoë Ångström',
    'Zoe\u0308',
    '山田　太郎',
    'علي رضا',
    'हिन्दी',
    '한국어',
    '-',
    '👩‍💻 developers',
    '❤️ 👍🏽 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🇩🇪 1️⃣ 🏳️‍🌈',
  ])('accepts %j', (name) => expect(hiddenPosition(name)).toBeUndefined());
});

it.each(['  name ', '\u0085name\u001c', '\u00a0\u3000name\u2028', '\ufeffname'])(
  'trimmedName takes white space off %j',
  (name) => expect(trimmedName(name)).toBe('name'),
);

describe('comparableName', () => {
  it.each([
    ['Sample User', 'SAMPLE USER'],
    ['Sample User', 'Ｓａｍｐｌｅ　Ｕｓｅｒ'],
    ['Sample User', 'Sample\u00a0User'],
    ['Sample User', 'Sample  User'],
    ['Sample User', 'Sam\u200bple User'],
    ['Zoë', 'Zoe\u0308'],
    ['Straße', 'STRASSE'],
    ['Straße', 'STRAẞE'],
    ['file', 'ﬁle'],
    ['Σίσυφος', 'ΣΊΣΥΦΟΣ'],
    ['❤', '❤\ufe0f'],
    ['Ⅳ', 'iv'],
    ['ĳ', 'IJ'],
  ])('is the same for %j and %j', (one, other) =>
    expect(comparableName(one)).toBe(comparableName(other)),
  );

  it.each([
    ['Sample User', 'Sample Users'],
    ['Zoë', 'Zoe'],
    ['ı', 'i'],
  ])('differs for %j and %j', (one, other) =>
    expect(comparableName(one)).not.toBe(comparableName(other)),
  );
});
