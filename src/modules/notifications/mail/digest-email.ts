// The choice of topics for a digest. Pure functions.
import type { BusyTopic } from './digest.repository.js';

const BY_SENDERS = 2;
const TOPICS = 4;

/** The two topics with the most people, then those with the most messages, four in all. */
export function hotTopics(topics: BusyTopic[]): BusyTopic[] {
  const diverse = topics
    .toSorted((a, b) => b.senders - a.senders || b.messages - a.messages)
    .slice(0, BY_SENDERS);
  const others = topics
    .filter((topic) => !diverse.includes(topic))
    .toSorted((a, b) => b.messages - a.messages);
  return [...diverse, ...others].slice(0, TOPICS);
}
