import { expect, it } from '@jest/globals';
import { checkedEmojiName } from './emoji-name.js';

it.each([
  ['party', 'party'],
  ['party parrot', 'party_parrot'],
  [' two  spaces ', 'two__spaces'],
  ['9-lives_', undefined],
  ['9-lives_9', '9-lives_9'],
  ['-party', '-party'],
  ['party-', undefined],
  ['Party', undefined],
  ['', undefined],
  ['   ', undefined],
  ['a:b', undefined],
  ['a.b', undefined],
  ['../a', undefined],
  ['é', undefined],
  ['ａ', undefined],
  ['a\tb', undefined],
  ['a\u202eb', undefined],
  ['x'.repeat(100), 'x'.repeat(100)],
  ['x'.repeat(101), undefined],
])('of %j is %j', (input, name) => {
  const result = (): string => checkedEmojiName(input);
  if (name === undefined) expect(result).toThrow('The name of an emoji must have');
  else expect(result()).toBe(name);
});
