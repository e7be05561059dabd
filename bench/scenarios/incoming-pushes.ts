// Webhooks of GitHub per second, of pushes with three commits, to a channel with 100 subscribers, from 16
// connections. Floor: messages with the same text that clients send to the same topic.
import { compareThroughputs } from '../measure/rounds.js';
import { percentile } from '../measure/statistics.js';
import { startApi } from '../processes/api.js';
import { HttpConnection, requestText } from '../processes/http-connection.js';
import { atLeast, type Scenario } from '../scenario.js';

const CONNECTIONS = 16;
const CHANNEL = 'hundred';
const PAGE = 'https://github.com/sample-org/sample-repo';

const PUSH = {
  ref: 'refs/heads/main',
  before: '0'.repeat(40),
  after: '3'.repeat(40),
  compare: `${PAGE}/compare/000000000000...333333333333`,
  commits: [1, 2, 3].map((number) => ({
    id: String(number).repeat(40),
    message: `Sample commit ${number}\n\nWhat it changes, and why.`,
    url: `${PAGE}/commit/${String(number).repeat(40)}`,
    author: { name: 'Sample Author', email: 'author@example.com' },
  })),
  repository: { name: 'sample-repo', full_name: 'sample-org/sample-repo', private: false },
  sender: { login: 'sample-user' },
};

export const incomingPushes: Scenario = {
  name: 'incoming-pushes',
  async run(bench) {
    const { parley, data } = await startApi(bench);
    const people = data.people.slice(0, CONNECTIONS);
    const connections = await HttpConnection.openMany(parley.port, CONNECTIONS);
    const hooks: string[] = [];
    for (const { authorization } of people) {
      const { api_key: key } = await connections[0]!.askJson<{ api_key: string }>({
        method: 'POST',
        path: '/api/v1/bots',
        authorization,
        fields: { full_name: 'Sample Hook', short_name: `hook${hooks.length}`, bot_type: 2 },
      });
      hooks.push(hookText(key));
    }
    await connections[0]!.ask(hooks[0]!);
    const sends = people.map(({ authorization }) =>
      requestText({
        method: 'POST',
        path: '/api/v1/messages',
        authorization,
        fields: {
          type: 'stream',
          to: CHANNEL,
          topic: 'sample-repo / main',
          content: messageText(),
        },
      }),
    );
    const { ours, floor, latencies } = await compareThroughputs(
      {
        ours: async (worker) => {
          await connections[worker]!.ask(hooks[worker]!);
        },
        floor: async (worker) => {
          await connections[worker]!.ask(sends[worker]!);
        },
      },
      { rounds: bench.quick ? 3 : 5, seconds: bench.quick ? 2 : 4, workers: CONNECTIONS },
    );
    return [
      {
        scenario: 'incoming-pushes',
        ours,
        floor,
        unit: 'messages/s',
        aim: atLeast(0.8),
        p50: percentile(latencies, 0.5),
        p99: percentile(latencies, 0.99),
        memory: await parley.memoryInMb(),
      },
    ];
  },
};

function hookText(apiKey: string): string {
  const body = JSON.stringify(PUSH);
  return [
    `POST /api/v1/external/github?api_key=${apiKey}&stream=${CHANNEL} HTTP/1.1`,
    'Host: 127.0.0.1',
    'User-Agent: ParleyBench',
    'X-GitHub-Event: push',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
}

/** The text that the integration makes of the push. */
function messageText(): string {
  const commits = PUSH.commits.map(
    ({ id, url }, index) => `* Sample commit ${index + 1} ([\`${id.slice(0, 7)}\`](${url}))`,
  );
  return [`sample-user pushed [3 commits](${PUSH.compare}) to \`main\`.`, ...commits].join('\n');
}
