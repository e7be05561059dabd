import { expect, test } from '@jest/globals';
import { LinkifierSet } from './linkifier-set.js';
import { topicLinksOf } from './topic-links.view.js';

const linkifiers = new LinkifierSet([
  { pattern: '#(?P<id>[0-9]+)', urlTemplate: 'https://example.com/{id}' },
]);

test('a topic has the links of linkifiers and URLs, in the order of the text', () => {
  expect(topicLinksOf(linkifiers)('see https://a.com, fix #7 (a.com)')).toEqual([
    { text: 'https://a.com', url: 'https://a.com' },
    { text: '#7', url: 'https://example.com/7' },
  ]);
});

test('the topics of one request share a budget', () => {
  const costly = new LinkifierSet([
    { pattern: '(?P<id>x{1,400}y)', urlTemplate: 'https://example.com/{id}' },
  ]);
  const linksOf = topicLinksOf(costly, 100_000);
  const linked = Array.from({ length: 100 }, (_, index) => linksOf(`xy ${index}`).length > 0);
  const count = linked.indexOf(false);
  expect(count).toBeGreaterThan(1);
  expect(linked.slice(count)).not.toContain(true);
  expect(linksOf('xy 0')).toHaveLength(1);
});
