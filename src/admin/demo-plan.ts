// The messages of the demo organization: author, place, text and time of each. The plan is
// deterministic: equal numbers of users get equal plans.
import { DIRECT_MESSAGES, OPENERS, REPLIES } from './demo-content.js';

export interface PlannedMessage {
  /** Undefined for a direct message. */
  channel: string | undefined;
  topic: string;
  /** Index in the list of users. */
  author: number;
  /** All participants of a direct message, including the author. */
  participants: number[];
  content: string;
  /** From 0, the start of the time span, to 1, now. */
  moment: number;
}

export interface PlannedChannel {
  name: string;
  topics: string[];
  /** Indexes in the list of users. */
  members: number[];
}

/** The owner, one user of each other role, and one more member. */
export const MIN_USERS = 5;

const DIRECT_CONVERSATIONS = 9;
/** Share of the time span that one conversation takes. */
const CONVERSATION = 0.12;

/** Mixes the topics of different channels, so that each channel has messages on all days. */
const STRIDE = 7;

/** Returns all messages in the order in which they are sent. */
export function planMessages(channels: PlannedChannel[], names: string[]): PlannedMessage[] {
  const topics = channels.flatMap((channel) =>
    channel.topics.map((topic) => ({ ...channel, topic })),
  );
  const planned = topics.flatMap(({ name, topic, members }, index) =>
    planTopic(
      index,
      ((index * STRIDE) % topics.length) / topics.length,
      { channel: name, topic, members },
      names,
    ),
  );
  for (let index = 0; index < DIRECT_CONVERSATIONS; index++) {
    planned.push(...planDirect(index, names.length));
  }
  return planned.toSorted((a, b) => a.moment - b.moment);
}

function planTopic(
  index: number,
  begins: number,
  { channel, topic, members }: { channel: string; topic: string; members: number[] },
  names: string[],
): PlannedMessage[] {
  const length = 8 + ((index * 5) % 11);
  return Array.from({ length }, (_, position) => {
    const author = members[(index * 3 + position * (1 + (index % 3))) % members.length]!;
    const other = members[(index + position + 1) % members.length]!;
    const text =
      position === 0
        ? OPENERS[index % OPENERS.length]!
        : REPLIES[(index * 7 + position * 5) % REPLIES.length]!;
    return {
      channel,
      topic,
      author,
      participants: [],
      content: text.replaceAll('{person}', names[other]!),
      moment: begins * (1 - CONVERSATION) + (CONVERSATION * position) / length,
    };
  });
}

/** A conversation of two users, in every third case of three, and in the first case of one. */
function planDirect(index: number, users: number): PlannedMessage[] {
  const others = index === 0 ? 0 : index % 3 === 0 ? 2 : 1;
  const first = index % 2 === 0 ? 0 : index % users;
  const participants = [
    ...new Set(Array.from({ length: others + 1 }, (_, n) => (first + n * index) % users)),
  ];
  const length = others === 0 ? 1 : 3 + (index % 5);
  return Array.from({ length }, (_, position) => ({
    channel: undefined,
    topic: '',
    author: participants[position % participants.length]!,
    participants,
    content: DIRECT_MESSAGES[(index + position) % DIRECT_MESSAGES.length]!,
    moment: (index + 1) / (DIRECT_CONVERSATIONS + 1) + position / 1000,
  }));
}
