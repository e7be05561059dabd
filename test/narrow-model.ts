// A simple model of narrows: for each message, whether the reader can read it and whether each term
// matches. It shares no code with the compilation of narrows to SQL.

export interface ModelMessage {
  id: number;
  senderId: number;
  /** Null for a direct message. */
  streamId: number | null;
  /** The participants of a direct message. */
  userIds: number[];
  topic: string;
  content: string;
  hasLink: boolean;
  hasImage: boolean;
  hasAttachment: boolean;
  hasReaction: boolean;
  /** The user messages, with their flags. */
  copies: ReadonlyMap<number, number>;
}

export interface ModelChannel {
  id: number;
  name: string;
  isPrivate: boolean;
  isWebPublic: boolean;
  isArchived: boolean;
  sharesHistory: boolean;
  subscribers: ReadonlySet<number>;
}

export interface ModelUser {
  id: number;
  email: string;
  kind: 'member' | 'guest' | 'administrator' | 'bot';
  /** The owner of a bot. */
  ownerId?: number;
  mutedChannels: ReadonlySet<number>;
  /** 1 muted, 2 unmuted, 3 followed; by `channel id, topic in upper case`. */
  topics: ReadonlyMap<string, number>;
}

export interface ModelTerm {
  operator: string;
  operand: string | number | number[];
  negated: boolean;
}

export interface World {
  messages: ModelMessage[];
  channels: ModelChannel[];
  users: ModelUser[];
}

export type Outcome = number[] | 'BAD_NARROW' | 'UNAUTHORIZED';

const FLAGS = { read: 1, starred: 2, mentions: 8 + 16 + 32 + 64, alerted: 128, personal: 8 };
const DIRECT = ['dm', 'pm-with', 'pm_with', 'dm-including', 'group-pm-with'];
const FOR_EVERYONE = 'channel stream channels streams topic sender from has search near id with';

class BadNarrow extends Error {}

/** `reader` is undefined for requests without an account. */
export function evaluate(world: World, reader: ModelUser | undefined, terms: ModelTerm[]): Outcome {
  try {
    if (!reader) {
      const asked = terms.some(
        ({ operator, operand, negated }) =>
          /^(channels|streams)$/.test(operator) && operand === 'web-public' && !negated,
      );
      if (!asked) return 'UNAUTHORIZED';
    }
    return new Evaluation(world, reader).ids(terms);
  } catch (error) {
    if (error instanceof BadNarrow) return 'BAD_NARROW';
    throw error;
  }
}

class Evaluation {
  constructor(
    private readonly world: World,
    private readonly reader: ModelUser | undefined,
  ) {}

  ids(given: ModelTerm[]): number[] {
    if (!this.reader && given.some((term) => !this.isForEveryone(term))) throw new BadNarrow();
    const terms = this.resolveWith(given);
    const wanted = terms.filter(({ negated }) => !negated);
    const isDirect = ({ operator, operand }: ModelTerm): boolean =>
      DIRECT.includes(operator) ||
      (operator === 'is' && (operand === 'dm' || operand === 'private'));
    if (
      wanted.some(({ operator }) => /^(channel|stream)s?$/.test(operator)) &&
      wanted.some(isDirect)
    ) {
      throw new BadNarrow();
    }
    const tests = terms.map((term) => {
      const test = this.test(term);
      // A hint cannot be negated.
      const isNegated = term.negated && term.operator !== 'near';
      return isNegated ? (message: ModelMessage) => !test(message) : test;
    });
    const opens = terms.some((term) => this.opensHistory(term));
    const closes = terms.some(
      ({ operator, operand }) =>
        operator === 'is' && operand !== 'resolved' && operand !== 'followed',
    );
    return this.world.messages
      .filter((message) => this.canSee(message, opens && !closes))
      .filter((message) => tests.every((test) => test(message)))
      .map(({ id }) => id);
  }

  private isForEveryone({ operator, operand }: ModelTerm): boolean {
    return (
      FOR_EVERYONE.split(' ').includes(operator) || (operator === 'is' && operand === 'resolved')
    );
  }

  /** `with` replaces the terms that name a conversation. */
  private resolveWith(terms: ModelTerm[]): ModelTerm[] {
    const [first, ...more] = terms.filter(({ operator }) => operator === 'with');
    if (!first) return terms;
    if (more.length > 0 || first.negated) throw new BadNarrow();
    const others = terms.filter(({ operator }) => operator !== 'with');
    const message = this.world.messages.find(({ id }) => id === Number(first.operand));
    if (!message || !this.canSee(message, true)) return others;
    return [
      { operator: 'conversation', operand: message.id, negated: false },
      ...others.filter(
        ({ operator }) => !/^(channel|stream|topic|dm|pm-with|pm_with)$/.test(operator),
      ),
    ];
  }

  private canSee({ copies, streamId }: ModelMessage, withHistory: boolean): boolean {
    const hasCopy = this.reader !== undefined && copies.has(this.reader.id);
    if (streamId === null) return hasCopy;
    const channel = this.channelOf(streamId);
    if (!this.canRead(channel)) return false;
    return hasCopy || !this.reader || (withHistory && channel.sharesHistory);
  }

  private canRead(channel: ModelChannel): boolean {
    if (channel.isWebPublic) return true;
    if (!this.reader) return false;
    if (channel.subscribers.has(this.reader.id)) return true;
    return this.reader.kind !== 'guest' && !channel.isPrivate;
  }

  private canKnow(channel: ModelChannel): boolean {
    if (this.canRead(channel)) return true;
    if (!this.reader) return false;
    const { kind, ownerId } = this.reader;
    return kind === 'administrator' || (ownerId !== undefined && channel.subscribers.has(ownerId));
  }

  private opensHistory({ operator, operand, negated }: ModelTerm): boolean {
    if (negated) return false;
    if (/^(channel|stream)$/.test(operator)) {
      const channel = this.named(operand);
      return this.canRead(channel) && channel.sharesHistory;
    }
    if (operator === 'conversation') return this.message(operand).streamId !== null;
    return /^(channels|streams)$/.test(operator) && operand !== 'archived';
  }

  private test({ operator, operand }: ModelTerm): (message: ModelMessage) => boolean {
    const { reader } = this;
    switch (operator) {
      case 'conversation': {
        const { streamId, topic, userIds } = this.message(operand);
        return (message) =>
          message.streamId === streamId &&
          message.userIds.join() === userIds.join() &&
          message.topic.toUpperCase() === topic.toUpperCase();
      }
      case 'channel':
      case 'stream': {
        const { id } = this.named(operand);
        return ({ streamId }) => streamId === id;
      }
      case 'channels':
      case 'streams':
        return ({ streamId }) => {
          if (streamId === null) return false;
          const { isPrivate, isWebPublic, isArchived } = this.channelOf(streamId);
          if (operand === 'public') return !isPrivate;
          return operand === 'web-public' ? isWebPublic : isArchived;
        };
      case 'topic': {
        const topic = operand === 'general chat' ? '' : String(operand).toUpperCase();
        return (message) => message.streamId !== null && message.topic.toUpperCase() === topic;
      }
      case 'dm':
      case 'pm-with':
      case 'pm_with': {
        const people = this.people(operand);
        const all = [...new Set([...people, reader!.id])].toSorted((a, b) => a - b).join();
        return ({ userIds }) => userIds.join() === all;
      }
      case 'dm-including':
      case 'group-pm-with': {
        const [userId] = this.people(operand);
        const least = operator === 'dm-including' ? 1 : 3;
        return ({ userIds }) => userIds.includes(userId!) && userIds.length >= least;
      }
      case 'sender':
      case 'from': {
        const [userId] = this.people(operand);
        return ({ senderId }) => senderId === userId;
      }
      case 'mentions': {
        const [userId] = this.people(operand);
        return ({ copies }) => ((copies.get(userId!) ?? 0) & FLAGS.personal) !== 0;
      }
      case 'id':
        return ({ id }) => id === Number(operand);
      case 'has':
        return (message) => {
          if (operand === 'link') return message.hasLink;
          if (operand === 'image') return message.hasImage;
          return operand === 'attachment' ? message.hasAttachment : message.hasReaction;
        };
      case 'in':
        return (message) => operand === 'all' || !this.isMuted(message);
      case 'is':
        return (message) => this.is(String(operand), message);
      case 'search':
        return ({ content, topic }) => matches(content, topic, String(operand));
      default:
        return () => true;
    }
  }

  private is(what: string, message: ModelMessage): boolean {
    const flags = message.copies.get(this.reader?.id ?? 0) ?? FLAGS.read;
    switch (what) {
      case 'dm':
      case 'private':
        return message.streamId === null;
      case 'starred':
        return (flags & FLAGS.starred) !== 0;
      case 'unread':
        return (flags & FLAGS.read) === 0;
      case 'mentioned':
        return (flags & FLAGS.mentions) !== 0;
      case 'alerted':
        return (flags & FLAGS.alerted) !== 0;
      case 'resolved':
        return message.topic.startsWith('✔ ');
      case 'followed':
        return this.policy(message) === 3;
      default:
        return this.isMuted(message);
    }
  }

  private policy({ streamId, topic }: ModelMessage): number | undefined {
    return this.reader!.topics.get(`${streamId}, ${topic.toUpperCase()}`);
  }

  private isMuted(message: ModelMessage): boolean {
    if (message.streamId === null) return false;
    const policy = this.policy(message);
    return policy === undefined ? this.reader!.mutedChannels.has(message.streamId) : policy === 1;
  }

  private named(operand: ModelTerm['operand']): ModelChannel {
    const found = this.world.channels.find(({ id, name }) =>
      typeof operand === 'number' ? id === operand : name === String(operand).toLowerCase(),
    );
    if (!found || !this.canKnow(found)) throw new BadNarrow();
    return found;
  }

  private people(operand: ModelTerm['operand']): number[] {
    const names = typeof operand === 'string' ? operand.split(',') : [operand].flat();
    return names.map((name) => {
      const user = this.world.users.find(({ id, email }) => id === name || email === name);
      if (!user) throw new BadNarrow();
      return user.id;
    });
  }

  private channelOf(id: number): ModelChannel {
    return this.world.channels.find((channel) => channel.id === id)!;
  }

  private message(operand: ModelTerm['operand']): ModelMessage {
    return this.world.messages.find(({ id }) => id === operand)!;
  }
}

/** Words with the same stem. */
export const INFLECTIONS = [
  ['run', 'runs', 'running'],
  ['plan', 'plans', 'planned'],
  ['café', 'cafes', 'CAFÉ'],
  ['книга', 'книги', 'книгами'],
  ['tree'],
  ['mit'],
];

function matches(content: string, topic: string, given: string): boolean {
  const words = [content.split(' '), topic.split(' ')];
  return (given.match(/"[^"]*"|\S+/g) ?? []).every((term) =>
    term.startsWith('"')
      ? words.some((part) => contains(part, term.slice(1, -1)))
      : words.flat().some((word) => stem(word) === stem(term)),
  );
}

function contains(words: string[], quoted: string): boolean {
  const text = ` ${words.map(plain).join(' ')}`;
  return text.includes(` ${plain(quoted)}`);
}

function stem(word: string): string {
  const family = INFLECTIONS.find((forms) => forms.some((form) => plain(form) === plain(word)));
  return plain(family?.[0] ?? word);
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll('é', 'e');
}
