// Who says what, where and when in the demo organization. Always the same plan for the same number
// of people: nothing here is left to chance.
import { DIRECT_MESSAGES, OPENERS, REPLIES } from './demo-content.js';

export interface PlannedMessage {
  /** A channel's topic, or a conversation; undefined for a direct one. */
  channel: string | undefined;
  topic: string;
  /** Positions in the list of people. */
  author: number;
  /** Of a direct message: everybody in it, the author included. */
  participants: number[];
  content: string;
  /** From 0, the beginning of the demo's time, to 1, now. */
  moment: number;
}

export interface PlannedChannel {
  name: string;
  topics: string[];
  /** Positions in the list of people. */
  members: number[];
}

/** The owner, three with other roles, and a member: fewer could not talk to each other. */
export const FEWEST_PEOPLE = 5;

const DIRECT_CONVERSATIONS = 9;
/** What one conversation takes of the whole time. */
const CONVERSATION = 0.12;

/** Topics of different channels take turns, so that none of these is busy on one day only. */
const STRIDE = 7;

/** All messages in the order in which they are sent. */
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

/** Two people, every third time three, and once a note to oneself. */
function planDirect(index: number, people: number): PlannedMessage[] {
  const others = index === 0 ? 0 : index % 3 === 0 ? 2 : 1;
  const first = index % 2 === 0 ? 0 : index % people;
  const participants = [
    ...new Set(Array.from({ length: others + 1 }, (_, n) => (first + n * index) % people)),
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
