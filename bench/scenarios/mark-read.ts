// The time for marking 10,000 messages as read. Floor: the bare UPDATE of as many rows.
import { compareLatencies, timed } from '../measure/rounds.js';
import { median, percentile } from '../measure/statistics.js';
import { startApi } from '../processes/api.js';
import { HttpConnection, requestText } from '../processes/http-connection.js';
import { atMost, type Scenario } from '../scenario.js';

const MESSAGES = 10_000;

export const markRead: Scenario = {
  name: 'mark-read',
  async run(bench) {
    const { parley, database, data } = await startApi(bench);
    const connection = await HttpConnection.open(parley.port);
    const client = await database.client();
    const batch = (index: number): number[] => {
      const ids = data.unreadIds.slice(index * MESSAGES, (index + 1) * MESSAGES);
      if (ids.length < MESSAGES) throw new Error('There are not enough unread messages');
      return ids;
    };
    let next = 0;
    const { ours, floor } = await compareLatencies(
      {
        ours: () => {
          const request = requestText({
            method: 'POST',
            path: '/api/v1/messages/flags',
            authorization: data.reader.authorization,
            fields: { messages: JSON.stringify(batch(next++)), op: 'add', flag: 'read' },
          });
          return timed(() => connection.ask(request));
        },
        floor: () => {
          const ids = batch(next++);
          return timed(() =>
            client.query(
              `UPDATE user_messages SET flags = flags | 1
               WHERE user_id = $1 AND message_id = ANY($2::bigint[])`,
              [data.reader.id, ids],
            ),
          );
        },
      },
      bench.quick ? { rounds: 4, block: 1, warmUp: 0 } : { rounds: 5, block: 2, warmUp: 2 },
    );
    return [
      {
        scenario: 'mark-read',
        ours: median(ours),
        floor: median(floor),
        unit: 'ms',
        aim: atMost(2),
        p50: percentile(ours, 0.5),
        p99: percentile(ours, 0.99),
        memory: await parley.memoryInMb(),
      },
    ];
  },
};
