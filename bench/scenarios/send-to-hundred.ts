// Messages per second to a channel with 100 subscribers, from 16 connections.
// Floor: the same rows (message, user messages, event), inserted and committed by pg from 16
// connections with prepared statements, without the lock for the event order and without NOTIFY.
import { compareThroughputs } from '../measure/rounds.js';
import { percentile } from '../measure/statistics.js';
import { startApi } from '../processes/api.js';
import { HttpConnection } from '../processes/http-connection.js';
import { atLeast, type Scenario } from '../scenario.js';
import { insertEvent, insertMessage, latestMessageEvent, sendRequest } from './sending.js';

const CONNECTIONS = 16;
const CHANNEL = 'hundred';

export const sendToHundred: Scenario = {
  name: 'send-100',
  async run(bench) {
    const { parley, database, data } = await startApi(bench);
    const senders = data.people.slice(0, CONNECTIONS);
    const connections = await HttpConnection.openMany(parley.port, CONNECTIONS);
    const requests = senders.map((sender) => sendRequest(sender, CHANNEL));
    await connections[0]!.ask(requests[0]!);

    const clients = await database.clients(CONNECTIONS);
    const channel = data.channel(CHANNEL);
    const event = await latestMessageEvent(clients[0]!);
    const { ours, floor, latencies } = await compareThroughputs(
      {
        ours: async (worker) => {
          await connections[worker]!.ask(requests[worker]!);
        },
        floor: async (worker) => {
          const client = clients[worker]!;
          await client.query('BEGIN');
          await insertMessage(client, data, senders[worker]!, channel);
          await insertEvent(client, data, event);
          await client.query('COMMIT');
        },
      },
      { rounds: bench.quick ? 3 : 5, seconds: bench.quick ? 2 : 4, workers: CONNECTIONS },
    );
    return [
      {
        scenario: 'send-100',
        ours,
        floor,
        unit: 'messages/s',
        aim: atLeast(0.4),
        p50: percentile(latencies, 0.5),
        p99: percentile(latencies, 0.99),
        memory: await parley.memoryInMb(),
      },
    ];
  },
};
