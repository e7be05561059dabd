// The links of a topic: what its linkifiers match, and addresses with a scheme.
import { findAddresses } from './addresses.js';
import type { LinkifierSet, TextLink } from './linkifier-set.js';

export interface TopicLink {
  text: string;
  url: string;
}

/** In the order of the text. Where a linkifier and an address overlap, the linkifier has it. */
export function topicLinks(topic: string, linkifiers: LinkifierSet): TopicLink[] {
  const matches = linkifiers.find(topic);
  const addresses = findAddresses(topic).filter(
    (address) =>
      /^[a-z]+:\/\//i.test(topic.slice(address.start)) &&
      !matches.some((match) => overlap(match, address)),
  );
  return [...matches, ...addresses]
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, end, url }) => ({ text: topic.slice(start, end), url }));
}

/** For many messages: the links of each topic are looked for once. */
export function topicLinksOf(linkifiers: LinkifierSet): (topic: string) => TopicLink[] {
  const known = new Map<string, TopicLink[]>();
  return (topic) => {
    let links = known.get(topic);
    if (!links) {
      links = topicLinks(topic, linkifiers);
      known.set(topic, links);
    }
    return links;
  };
}

function overlap(a: TextLink, b: TextLink): boolean {
  return a.start < b.end && b.start < a.end;
}
