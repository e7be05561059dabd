import { expect, test } from '@jest/globals';
import { streamUrl, messageUrl, topicUrl } from './narrow-urls.js';

const channel = { id: 3, name: "it's (100%) é.x" };

test('URLs contain no characters that browsers decode', () => {
  expect(streamUrl(channel)).toBe('/#narrow/channel/3-it.27s-.28100.25.29-.C3.A9.2Ex');
  expect(topicUrl({ id: 3, name: 'a' }, 'b/c d')).toBe('/#narrow/channel/3-a/topic/b.2Fc.20d');
  expect(topicUrl({ id: 3, name: 'a' }, '', 5)).toBe('/#narrow/channel/3-a/topic/with/5');
  expect(messageUrl({ id: 3, name: 'a' }, '', 5)).toBe('/#narrow/channel/3-a/topic//near/5');
});
