// How long POST /register takes in an organization of 10,000 people, everything asked for.
// Floor: JSON.stringify of the same answer.
import { compareLatencies, timed } from '../measure/rounds.js';
import { median, percentile } from '../measure/statistics.js';
import { startApi } from '../processes/api.js';
import { HttpConnection, requestText } from '../processes/http-connection.js';
import { atMost, type Scenario } from '../scenario.js';

export const register: Scenario = {
  name: 'register',
  async run(bench) {
    const { parley, data } = await startApi(bench);
    const connection = await HttpConnection.open(parley.port);
    const requests = data.people.slice(100, 200).map(({ authorization }) =>
      requestText({
        method: 'POST',
        path: '/api/v1/register',
        authorization,
        fields: {
          apply_markdown: true,
          client_capabilities: '{"notification_settings_null":true,"user_list_incomplete":true}',
        },
      }),
    );
    const body = await connection.ask(requests[0]!);
    const answer = JSON.parse(body.toString()) as { realm_users: object[] };
    if (answer.realm_users.length < data.people.length) throw new Error('People are missing');
    const { ours, floor } = await compareLatencies(
      {
        ours: (index) => timed(() => connection.ask(requests[index % requests.length]!)),
        floor: async () => {
          const start = performance.now();
          JSON.stringify(answer);
          return performance.now() - start;
        },
      },
      { rounds: bench.quick ? 5 : 10, block: 5, warmUp: 5 },
    );
    return [
      {
        scenario: 'register',
        ours: median(ours),
        floor: median(floor),
        unit: 'ms',
        aim: atMost(4),
        p50: percentile(ours, 0.5),
        p99: percentile(ours, 0.99),
        memory: await parley.memoryInMb(),
      },
    ];
  },
};
