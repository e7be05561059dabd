// The topics of a channel by one plain query: from the messages by an index, and from a table that
// holds the result.
import pg from 'pg';
import { serveFloor } from '../processes/serve-floor.js';

const { CONNECTION, RECIPIENT } = process.env;

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
const pool = new pg.Pool({ ...(JSON.parse(CONNECTION ?? '{}') as pg.PoolConfig), max: 4 });

const FROM_MESSAGES = `
  WITH RECURSIVE topics AS (
    (SELECT topic, id FROM messages WHERE recipient_id = $1
     ORDER BY upper(topic) DESC, id DESC LIMIT 1)
    UNION ALL
    SELECT next.* FROM topics, LATERAL (
      SELECT topic, id FROM messages
      WHERE recipient_id = $1 AND upper(topic) < upper(topics.topic)
      ORDER BY upper(topic) DESC, id DESC LIMIT 1
    ) next
  )
  SELECT topic AS name, id AS max_id FROM topics ORDER BY id DESC`;

const FROM_TABLE = `
  SELECT name, max_id FROM bench_topics WHERE recipient_id = $1 ORDER BY max_id DESC`;

serveFloor((request, response) => {
  const { url } = request;
  const text = url === '/table' ? FROM_TABLE : FROM_MESSAGES;
  pool.query<{ name: string; max_id: number }>({ name: url, text, values: [RECIPIENT] }).then(
    ({ rows }) => {
      response.setHeader('Content-Type', 'application/json');
      const answer = { result: 'success', msg: '', topics: rows, supports_topic_icons: true };
      response.end(JSON.stringify(answer));
    },
    (error: unknown) => {
      response.statusCode = 500;
      response.end(String(error));
    },
  );
});
