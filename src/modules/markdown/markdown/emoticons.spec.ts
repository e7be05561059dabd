import { expect, test } from '@jest/globals';
import { findEmoticons, mayHaveEmoticons } from './emoticons.js';

test.each([
  ['hi :) <3', ['slight_smile', 'heart']],
  [
    '(: ;) :( :/ :| :D :P :o :p :O',
    'slight_smile wink frown confused neutral smile stuck_out_tongue open_mouth stuck_out_tongue open_mouth'.split(
      ' ',
    ),
  ],
  ['well:) ;)no', []],
  ['https://a.com', []],
  ['yes(:))', []],
  ['("yes :)")', ['slight_smile']],
])('%j', (source, names) => {
  expect(findEmoticons(source).map(({ name }) => name)).toEqual(names);
});

test('the quick check has no false negatives', () => {
  expect(mayHaveEmoticons('a :) b')).toBe(true);
  expect(mayHaveEmoticons('|:)|')).toBe(true);
  expect(mayHaveEmoticons('a: (b) https://a.com 1:Do')).toBe(false);
});
