// 100 messages by one plain query, in wire format.
import pg from 'pg';
import { serveFloor } from '../processes/serve-floor.js';

const { CONNECTION, READER, RECIPIENT, TOPIC, WORD } = process.env;

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
const pool = new pg.Pool({ ...(JSON.parse(CONNECTION ?? '{}') as pg.PoolConfig), max: 16 });

const COLUMNS = `m.id, m.sender_id, m.rendered_content, m.recipient_id, m.date_sent, m.client_name,
  m.topic, m.content, u.full_name, u.email, u.avatar_source, s.name, s.id AS stream_id`;

const PEOPLE_AND_CHANNELS = `
  JOIN users u ON u.id = m.sender_id
  JOIN recipients r ON r.id = m.recipient_id
  LEFT JOIN streams s ON s.id = r.stream_id`;

function ofChannel(condition: string): string {
  return `SELECT ${COLUMNS},
      (SELECT flags FROM user_messages um WHERE um.user_id = $1 AND um.message_id = m.id) AS flags
    FROM (
      SELECT * FROM messages WHERE recipient_id = $3 ${condition} AND id < $2
      ORDER BY id DESC LIMIT 100
    ) m ${PEOPLE_AND_CHANNELS}
    ORDER BY m.id`;
}

const queries: Record<string, { name?: string; text: string; values: unknown[] }> = {
  '/channel': { name: 'channel', text: ofChannel(''), values: [RECIPIENT] },
  '/topic': {
    name: 'topic',
    text: ofChannel('AND upper(topic) = upper($4)'),
    values: [RECIPIENT, TOPIC],
  },
  '/all': {
    name: 'all',
    text: `SELECT ${COLUMNS}, um.flags
      FROM (
        SELECT * FROM user_messages WHERE user_id = $1 AND message_id < $2
        ORDER BY message_id DESC LIMIT 100
      ) um
      JOIN messages m ON m.id = um.message_id ${PEOPLE_AND_CHANNELS}
      ORDER BY m.id`,
    values: [],
  },
};

const FOUND_BY_WORD = `SELECT ${COLUMNS}, um.flags
  FROM (
    SELECT um.message_id, um.flags
    FROM user_messages um JOIN messages m ON m.id = um.message_id
    WHERE um.user_id = $1 AND um.message_id < $2 AND m.id < $2
      AND m.search_vector @@ $3::tsquery CONDITION
    ORDER BY m.id DESC LIMIT 100
  ) um
  JOIN messages m ON m.id = um.message_id ${PEOPLE_AND_CHANNELS}
  ORDER BY m.id`;

// Not prepared: the best plan depends on the number of messages with the word.
queries['/word'] = { text: FOUND_BY_WORD.replace('CONDITION', ''), values: [WORD] };
queries['/word-in-channel'] = {
  text: FOUND_BY_WORD.replace('CONDITION', 'AND m.recipient_id = $4'),
  values: [WORD, RECIPIENT],
};

interface MessageRow {
  id: number;
  sender_id: number;
  rendered_content: string;
  recipient_id: number;
  date_sent: Date;
  client_name: string;
  topic: string;
  content: string;
  full_name: string;
  email: string;
  name: string;
  stream_id: number;
  flags: number | null;
}

async function find(path: string, anchor: string | null): Promise<object> {
  const query = queries[path]!;
  const { rows } = await pool.query<MessageRow>({
    ...query,
    values: [READER, anchor, ...query.values],
  });
  return {
    result: 'success',
    msg: '',
    anchor: Number(anchor),
    found_newest: false,
    found_oldest: false,
    found_anchor: true,
    history_limited: false,
    messages: rows.map((row) => ({
      id: row.id,
      sender_id: row.sender_id,
      content: row.rendered_content,
      recipient_id: row.recipient_id,
      timestamp: Math.floor(row.date_sent.getTime() / 1000),
      client: row.client_name,
      subject: row.topic,
      topic_links: [],
      is_me_message: row.content.startsWith('/me '),
      reactions: [],
      submessages: [],
      sender_full_name: row.full_name,
      sender_email: row.email,
      sender_realm_str: '',
      display_recipient: row.name,
      type: 'stream',
      stream_id: row.stream_id,
      avatar_url: null,
      content_type: 'text/html',
      flags: (row.flags ?? 1) & 1 ? ['read'] : [],
    })),
  };
}

serveFloor((request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  find(url.pathname, url.searchParams.get('anchor')).then(
    (found) => {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify(found));
    },
    (error: unknown) => {
      response.statusCode = 500;
      response.end(String(error));
    },
  );
});
