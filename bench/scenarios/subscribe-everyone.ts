// The time for subscribing 10,000 users to a channel in one request.
// Floor: the set-based INSERT of as many rows.
import { compareLatencies, timed } from '../measure/rounds.js';
import { median, percentile } from '../measure/statistics.js';
import { startApi } from '../processes/api.js';
import { HttpConnection, requestText } from '../processes/http-connection.js';
import { atMost, type Scenario } from '../scenario.js';

export const subscribeEveryone: Scenario = {
  name: 'subscribe-everyone',
  async run(bench) {
    const { parley, database, data } = await startApi(bench);
    const connection = await HttpConnection.open(parley.port);
    const client = await database.client();
    const { authorization } = data.reader;
    const userIds = data.people.map(({ id }) => id);
    const size = bench.quick
      ? { rounds: 4, block: 1, warmUp: 1 }
      : { rounds: 5, block: 2, warmUp: 2 };
    const count = 2 * (size.rounds * size.block + size.warmUp);
    const empty: { id: number; name: string }[] = [];
    for (let i = 0; i < count; i++) {
      const name = `empty ${i}`;
      const { id } = await connection.askJson<{ id: number }>({
        method: 'POST',
        path: '/api/v1/channels/create',
        authorization,
        fields: { name, subscribers: '[]' },
      });
      empty.push({ id, name });
    }
    let next = 0;
    const { ours, floor } = await compareLatencies(
      {
        ours: async () => {
          const { name } = empty[next++]!;
          const request = requestText({
            method: 'POST',
            path: '/api/v1/users/me/subscriptions',
            authorization,
            fields: {
              subscriptions: JSON.stringify([{ name }]),
              principals: JSON.stringify(userIds),
            },
          });
          let answer = '';
          const time = await timed(async () => {
            answer = (await connection.ask(request)).toString();
          });
          const { subscribed } = JSON.parse(answer) as { subscribed: object };
          if (Object.keys(subscribed).length < userIds.length) throw new Error('Some are missing');
          return time;
        },
        floor: () => {
          const { id } = empty[next++]!;
          return timed(() =>
            client.query(
              `INSERT INTO subscriptions (user_id, stream_id, color)
               SELECT user_id, $2, '#76ce90' FROM unnest($1::integer[]) AS user_id`,
              [userIds, id],
            ),
          );
        },
      },
      size,
    );
    return [
      {
        scenario: 'subscribe 10,000 people',
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
