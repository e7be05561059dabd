// All users of the organization by one plain query, in wire format.
import pg from 'pg';
import { serveFloor } from '../processes/serve-floor.js';

const { CONNECTION, REALM } = process.env;

const pool = new pg.Pool({ ...(JSON.parse(CONNECTION ?? '{}') as pg.PoolConfig), max: 4 });

const USERS = {
  name: 'users',
  text: `SELECT id AS user_id, email, delivery_email, full_name, NULL AS public_username,
      to_char(date_joined AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI"+00:00"') AS date_joined,
      role = 100 AS is_owner, role <= 200 AS is_admin, role = 600 AS is_guest,
      bot_type IS NOT NULL AS is_bot, bot_type, role, timezone, NULL AS avatar_url,
      avatar_version, is_imported_stub, is_active
    FROM users WHERE realm_id = $1 AND NOT is_system_bot ORDER BY id`,
  values: [REALM],
};

serveFloor((_request, response) => {
  pool.query<object>(USERS).then(
    ({ rows }) => {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ result: 'success', msg: '', members: rows }));
    },
    (error: unknown) => {
      response.statusCode = 500;
      response.end(String(error));
    },
  );
});
