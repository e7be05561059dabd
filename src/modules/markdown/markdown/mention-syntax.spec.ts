import { expect, test } from '@jest/globals';
import { streamReferenceAt, mayReferAt, mentionAt } from './mention-syntax.js';

test('mentions', () => {
  expect(mentionAt('@**a b|3** c', 0)).toEqual({
    kind: 'user',
    name: 'a b',
    id: 3,
    isSilent: false,
    length: 10,
  });
  expect(mentionAt('x @_*g*', 2)).toEqual({ kind: 'group', name: 'g', isSilent: true, length: 5 });
  expect(mentionAt('@**topic**', 0)).toMatchObject({ kind: 'wildcard', of: 'topic' });
  expect(mentionAt('@**a*', 0)).toBeUndefined();
  expect(mentionAt('@**a\nb**', 0)).toBeUndefined();
});

test('channels, topics and messages', () => {
  expect(streamReferenceAt('#**a**', 0)).toMatchObject({ stream: 'a', topic: undefined });
  expect(streamReferenceAt('#**a>b>c@d**', 0)).toMatchObject({
    topic: 'b>c@d',
    messageId: undefined,
  });
  expect(streamReferenceAt('#**a>b@12**', 0)).toMatchObject({
    topic: 'b',
    messageId: 12,
    length: 11,
  });
});

test('references start only at the start of a word', () => {
  expect(mayReferAt('@', 0)).toBe(true);
  expect(mayReferAt('(@', 1)).toBe(true);
  expect(mayReferAt('a@', 1)).toBe(false);
});
