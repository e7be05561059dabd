// Every channel, and every channel of a person, by one plain query each, in the form of the wire.
import pg from 'pg';
import { serveFloor } from '../processes/serve-floor.js';

const { CONNECTION, REALM, READER } = process.env;

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
const pool = new pg.Pool({ ...(JSON.parse(CONNECTION ?? '{}') as pg.PoolConfig), max: 4 });

interface ChannelRow {
  id: number;
  date_created: Date;
  permissions: object;
  recipient_id: number;
  realm_id: number;
  weekly_traffic: number | null;
  [name: string]: unknown;
}

interface SubscriptionRow extends ChannelRow {
  user_id: number;
  stream_id: number;
  is_active: boolean;
  user_is_active: boolean;
  is_muted: boolean;
}

function view(row: ChannelRow): object {
  const { id, date_created, permissions, recipient_id, realm_id, weekly_traffic, ...rest } = row;
  return {
    stream_id: id,
    date_created: Math.floor(date_created.getTime() / 1000),
    stream_post_policy: 1,
    is_announcement_only: false,
    stream_weekly_traffic: weekly_traffic,
    ...rest,
    ...permissions,
  };
}

async function streams(): Promise<object> {
  const { rows } = await pool.query<ChannelRow>({
    name: 'streams',
    text: `SELECT s.*, r.id AS recipient_id FROM streams s JOIN recipients r ON r.stream_id = s.id
      WHERE s.realm_id = $1 ORDER BY s.id`,
    values: [REALM],
  });
  return { result: 'success', msg: '', streams: rows.map(view) };
}

async function subscriptions(): Promise<object> {
  const { rows } = await pool.query<SubscriptionRow>({
    name: 'subscriptions',
    text: `SELECT own.*, s.*, r.id AS recipient_id
      FROM subscriptions own
      JOIN streams s ON s.id = own.stream_id
      JOIN recipients r ON r.stream_id = s.id
      WHERE own.user_id = $1 AND own.is_active ORDER BY s.id`,
    values: [READER],
  });
  return {
    result: 'success',
    msg: '',
    subscriptions: rows.map(({ user_id, stream_id, is_active, user_is_active, ...row }) => ({
      ...view(row as ChannelRow),
      in_home_view: !row.is_muted,
    })),
  };
}

serveFloor((request, response) => {
  const answer = request.url === '/streams' ? streams() : subscriptions();
  answer.then(
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
