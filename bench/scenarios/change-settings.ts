// The time for changing a setting of 10,000 users in one request.
// Floor: the bare UPDATE of as many rows.
import { Role } from '#platform/http/actor.js';
import { compareLatencies, timed } from '../measure/rounds.js';
import { median, percentile } from '../measure/statistics.js';
import { startApi } from '../processes/api.js';
import { HttpConnection, requestText } from '../processes/http-connection.js';
import { atMost, type Scenario } from '../scenario.js';

export const changeSettings: Scenario = {
  name: 'change-settings',
  async run(bench) {
    const { database, data } = await bench.database();
    const client = await database.client();
    const { authorization, id } = data.reader;
    const setRole = async (role: Role): Promise<void> => {
      await client.query(`UPDATE users SET role = $2 WHERE id = $1`, [id, role]);
    };
    await setRole(Role.Administrator);
    const { parley } = await startApi(bench);
    const connection = await HttpConnection.open(parley.port);
    const userIds = data.people.map((person) => person.id);
    let round = 0;
    /** A value that no user has. */
    const nextSize = (): number => 10 + (round++ % 20);
    const { ours, floor } = await compareLatencies(
      {
        ours: async () => {
          const request = requestText({
            method: 'PATCH',
            path: '/api/v1/settings',
            authorization,
            fields: {
              web_font_size_px: nextSize(),
              target_users: JSON.stringify({ user_ids: userIds }),
            },
          });
          let answer = '';
          const time = await timed(async () => {
            answer = (await connection.ask(request)).toString();
          });
          if (answer.includes('ignored')) throw new Error('No user was changed');
          return time;
        },
        floor: () => {
          const size = nextSize();
          return timed(() =>
            client.query(
              `UPDATE users SET settings = settings || jsonb_build_object('web_font_size_px', $2::integer)
               WHERE id = ANY ($1::integer[])`,
              [userIds, size],
            ),
          );
        },
      },
      bench.quick ? { rounds: 4, block: 1, warmUp: 1 } : { rounds: 5, block: 2, warmUp: 2 },
    );
    await setRole(Role.Member);
    return [
      {
        scenario: 'settings of 10,000 people',
        ours: median(ours),
        floor: median(floor),
        unit: 'ms',
        aim: atMost(3),
        p50: percentile(ours, 0.5),
        p99: percentile(ours, 0.99),
        memory: await parley.memoryInMb(),
      },
    ];
  },
};
