import { expect, test } from '@jest/globals';
import { LinkifierSet } from './linkifier-set.js';
import { topicLinks } from './topic-links.view.js';

const linkifiers = new LinkifierSet([
  { pattern: '#(?P<id>[0-9]+)', urlTemplate: 'https://example.com/{id}' },
]);

test('a topic has the links of linkifiers and of addresses, in its order', () => {
  expect(topicLinks('see https://a.com, fix #7 (a.com)', linkifiers)).toEqual([
    { text: 'https://a.com', url: 'https://a.com' },
    { text: '#7', url: 'https://example.com/7' },
  ]);
});
