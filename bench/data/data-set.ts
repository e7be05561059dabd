// The users, channels and messages of a data set. They are computed from few numbers, so that floors
// and scenarios can name them without queries.
import type { BenchDatabase } from './bench-database.js';

export interface DataSetSize {
  name: 'small' | 'large';
  users: number;
  channels: number;
  messages: number;
}

export const SMALL: DataSetSize = {
  name: 'small',
  users: 10_000,
  channels: 100,
  messages: 100_000,
};
export const LARGE: DataSetSize = {
  name: 'large',
  users: 10_000,
  channels: 1_000,
  messages: 1_000_000,
};

/** Channels with their number of subscribers; the others are `channel 1`, `channel 2` and so on. */
export const READERS = { hundred: 100, thousand: 1_000, everyone: 10_000 };

/** The channel with two fifths of all messages, in 20 topics. The reader received all of them. */
export const BUSY_CHANNEL = 'channel 1';
export const BUSY_TOPIC = 'topic 6';
export const TOPICS = 50;

/** Each message contains one of `subject0`, `subject1` and so on, in turn, and COMMON_WORD. */
export const RARE_WORDS = 1000;
export const COMMON_WORD = 'sample';

export interface Person {
  id: number;
  /** Header for HTTP Basic authentication. */
  authorization: string;
}

export interface Channel {
  id: number;
  recipientId: number;
}

export function apiKeyOf(n: number): string {
  return `sampleKey${String(n).padStart(23, '0')}`;
}

export interface DataSet {
  size: DataSetSize;
  realmId: number;
  /** In the order of their numbers; the first is `reader`. */
  people: Person[];
  /** Received every message; the newest are unread. */
  reader: Person;
  channel(name: string): Channel;
  /** Ids of messages from the newer half of the history; always the same. */
  anchors: number[];
  /** Unread messages of the reader, newest first. */
  unreadIds: number[];
}

interface ChannelRow {
  name: string;
  id: number;
  recipient_id: number;
}

/** Reads the data set of a database that was built by the builder, or of a copy. */
export async function readDataSet(database: BenchDatabase, size: DataSetSize): Promise<DataSet> {
  const client = await database.client();
  try {
    const ids = async (sql: string, values: unknown[] = []): Promise<number[]> => {
      const { rows } = await client.query<{ id: number }>(sql, values);
      return rows.map(({ id }) => id);
    };
    const userIds = await ids(
      `SELECT id FROM users WHERE email ~ '^user[0-9]+@' ORDER BY id LIMIT $1`,
      [size.users],
    );
    const people = userIds.map((id, index): Person => {
      const credentials = `user${index + 1}@example.com:${apiKeyOf(index + 1)}`;
      return { id, authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
    });
    const reader = people[0]!;
    const channels = await client.query<ChannelRow>(
      `SELECT s.name, s.id, r.id AS recipient_id FROM streams s JOIN recipients r ON r.stream_id = s.id`,
    );
    const byName = new Map(
      channels.rows.map((row) => [row.name, { id: row.id, recipientId: row.recipient_id }]),
    );
    const [realmId] = await ids('SELECT realm_id AS id FROM users WHERE id = $1', [reader.id]);
    return {
      size,
      realmId: realmId!,
      people,
      reader,
      channel: (name) => {
        const channel = byName.get(name);
        if (!channel) throw new Error(`The data set has no channel "${name}"`);
        return channel;
      },
      anchors: await ids(
        `SELECT id FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM messages) m
         WHERE n > $1 AND n % $2 = 0 ORDER BY (n * 7919) % 1009, n LIMIT 1000`,
        [size.messages / 2, Math.max(1, Math.floor(size.messages / 2000))],
      ),
      unreadIds: await ids(
        `SELECT message_id AS id FROM user_messages
         WHERE user_id = $1 AND flags & 1 = 0 ORDER BY message_id DESC`,
        [reader.id],
      ),
    };
  } finally {
    await client.end();
  }
}
