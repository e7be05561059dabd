import { expect, test } from '@jest/globals';
import { findEmoticons, mayHaveEmoticons } from './emoticons.js';

test.each([
  ['hi :) <3', ['smile', 'heart']],
  [
    '(: ;) :( :/ :| :D :P :o',
    'smile wink frown confused neutral smiley stuck_out_tongue open_mouth'.split(' '),
  ],
  ['well:) ;)no', []],
  ['https://a.com', []],
  ['yes(:))', []],
  ['("yes :)")', ['smile']],
])('%j', (source, names) => {
  expect(findEmoticons(source).map(({ name }) => name)).toEqual(names);
});

test('the quick check has no false negatives', () => {
  expect(mayHaveEmoticons('a :) b')).toBe(true);
  expect(mayHaveEmoticons('|:)|')).toBe(true);
  expect(mayHaveEmoticons('a: (b) https://a.com 1:Do')).toBe(false);
});
