// The links of a topic: linkifier matches, and URLs with a scheme.
import { findAutolinks } from './autolinks.js';
import type { LinkifierSet, StepBudget, TextLink } from './linkifier-set.js';

export interface TopicLink {
  text: string;
  url: string;
}

/** Steps of linkifiers for all topics of one request. A topic of 60 characters takes up to 5,000,000. */
const MAX_STEPS = 20_000_000;

/**
 * The links of each topic, in the order of the text; computed once for each topic. Linkifier matches win
 * over URLs that overlap them. After MAX_STEPS, further topics have no links.
 */
export function topicLinksOf(
  linkifiers: LinkifierSet,
  steps = MAX_STEPS,
): (topic: string) => TopicLink[] {
  const cache = new Map<string, TopicLink[]>();
  const budget = { steps };
  return (topic) => {
    let links = cache.get(topic);
    if (!links) {
      links = budget.steps > 0 ? topicLinks(topic, linkifiers, budget) : [];
      cache.set(topic, links);
    }
    return links;
  };
}

function topicLinks(topic: string, linkifiers: LinkifierSet, budget: StepBudget): TopicLink[] {
  const matches = linkifiers.find(topic, budget);
  const addresses = findAutolinks(topic).filter(
    (address) =>
      /^[a-z]+:\/\//i.test(topic.slice(address.start)) &&
      !matches.some((match) => overlap(match, address)),
  );
  return [...matches, ...addresses]
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, end, url }) => ({ text: topic.slice(start, end), url }));
}

function overlap(a: TextLink, b: TextLink): boolean {
  return a.start < b.end && b.start < a.end;
}
