// The links of a topic: linkifier matches, and URLs with a scheme.
import { findAutolinks } from './autolinks.js';
import type { LinkifierSet, TextLink } from './linkifier-set.js';

export interface TopicLink {
  text: string;
  url: string;
}

/** Returns links in the order of the text. Linkifier matches win over URLs that overlap them. */
export function topicLinks(topic: string, linkifiers: LinkifierSet): TopicLink[] {
  const matches = linkifiers.find(topic);
  const addresses = findAutolinks(topic).filter(
    (address) =>
      /^[a-z]+:\/\//i.test(topic.slice(address.start)) &&
      !matches.some((match) => overlap(match, address)),
  );
  return [...matches, ...addresses]
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, end, url }) => ({ text: topic.slice(start, end), url }));
}

/** For many messages: computes the links of each topic once. */
export function topicLinksOf(linkifiers: LinkifierSet): (topic: string) => TopicLink[] {
  const cache = new Map<string, TopicLink[]>();
  return (topic) => {
    let links = cache.get(topic);
    if (!links) {
      links = topicLinks(topic, linkifiers);
      cache.set(topic, links);
    }
    return links;
  };
}

function overlap(a: TextLink, b: TextLink): boolean {
  return a.start < b.end && b.start < a.end;
}
