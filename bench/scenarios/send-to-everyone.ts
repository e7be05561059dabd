// The time for sending one message to a channel with 10,000 subscribers.
// Floor: the set-based INSERT of the message and its 10,000 user messages.
import { compareLatencies, timed } from '../measure/rounds.js';
import { median, percentile } from '../measure/statistics.js';
import { startApi } from '../processes/api.js';
import { HttpConnection } from '../processes/http-connection.js';
import { atMost, type Scenario } from '../scenario.js';
import { insertMessage, sendRequest } from './sending.js';

const CHANNEL = 'everyone';

export const sendToEveryone: Scenario = {
  name: 'send-10000',
  async run(bench) {
    const { parley, database, data } = await startApi(bench);
    const [sender] = data.people;
    const connection = await HttpConnection.open(parley.port);
    const request = sendRequest(sender!, CHANNEL);
    const client = await database.client();
    const channel = data.channel(CHANNEL);
    const { ours, floor } = await compareLatencies(
      {
        ours: () => timed(() => connection.ask(request)),
        floor: () => timed(() => insertMessage(client, data, sender!, channel)),
      },
      { rounds: bench.quick ? 4 : 10, block: 5, warmUp: 4 },
    );
    return [
      {
        scenario: 'send-10000',
        ours: median(ours),
        floor: median(floor),
        unit: 'ms',
        aim: atMost(1.5),
        p50: percentile(ours, 0.5),
        p99: percentile(ours, 0.99),
        memory: await parley.memoryInMb(),
      },
    ];
  },
};
