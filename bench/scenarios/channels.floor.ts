// All channels, and all channels of a user, each by one plain query, in wire format.
import pg from 'pg';
import { serveFloor } from '../processes/serve-floor.js';

const { CONNECTION, REALM, READER } = process.env;

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
const pool = new pg.Pool({ ...(JSON.parse(CONNECTION ?? '{}') as pg.PoolConfig), max: 4 });

const COLUMNS = `s.id AS stream_id, s.name, s.is_archived, s.description,
  extract(epoch FROM s.date_created)::integer AS date_created, s.creator_id, s.invite_only,
  s.rendered_description, s.is_web_public, 1 AS stream_post_policy, s.message_retention_days,
  s.history_public_to_subscribers, s.topics_policy, s.first_message_id, s.folder_id,
  s.is_recently_active, false AS is_announcement_only, s.subscriber_count,
  s.weekly_traffic AS stream_weekly_traffic, s.permissions`;

const OWN = `own.color, own.is_muted, NOT own.is_muted AS in_home_view, own.pin_to_top,
  own.desktop_notifications, own.audible_notifications, own.push_notifications,
  own.email_notifications, own.wildcard_mentions_notify`;

const lists: Record<string, { name: string; text: string; values: unknown[] }> = {
  '/streams': {
    name: 'streams',
    text: `SELECT ${COLUMNS} FROM streams s WHERE s.realm_id = $1 ORDER BY s.id`,
    values: [REALM],
  },
  '/subscriptions': {
    name: 'subscriptions',
    text: `SELECT ${COLUMNS}, ${OWN} FROM subscriptions own JOIN streams s ON s.id = own.stream_id
      WHERE own.user_id = $1 AND own.is_active ORDER BY s.id`,
    values: [READER],
  },
};

async function find(path: string): Promise<object> {
  const list = lists[path]!;
  const { rows } = await pool.query<{ permissions: object }>(list);
  const channels = rows.map(({ permissions, ...rest }) => Object.assign(rest, permissions));
  return { result: 'success', msg: '', [list.name]: channels };
}

serveFloor((request, response) => {
  find(request.url ?? '').then(
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
