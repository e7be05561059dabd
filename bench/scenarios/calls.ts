// Calls of two users per second, from 16 connections: starting, answering and hanging up.
// Floor: the same rows (call, participants, actions, history and events) in as many transactions, inserted by
// pg with prepared statements from 16 connections, without the lock for the event order and without NOTIFY.
import { compareThroughputs } from '../measure/rounds.js';
import { percentile } from '../measure/statistics.js';
import { startApi } from '../processes/api.js';
import { HttpConnection } from '../processes/http-connection.js';
import { type Aim, type Scenario } from '../scenario.js';
import { actOnCall, callBare, latestCallEvent, recipientOf, startCall } from './calling.js';

const CONNECTIONS = 16;

/** Maximum ratio to the floor. */
const AIM: Aim = {
  text: '≥ 1/3 ×',
  isMet: (ours, floor) => ours * 3 >= floor,
};

export const calls: Scenario = {
  name: 'calls',
  async run(bench) {
    const { parley, database, data } = await startApi(bench);
    const connections = await HttpConnection.openMany(parley.port, CONNECTIONS);
    const clients = await database.clients(CONNECTIONS);
    const pairs = Array.from(
      { length: CONNECTIONS },
      (_, index): [caller: number, called: number] => [2 * index, 2 * index + 1],
    );
    const callOnce = async (worker: number): Promise<void> => {
      const [caller, called] = pairs[worker]!.map((index) => data.people[index]!);
      const connection = connections[worker]!;
      const id = await startCall(connection, caller!, called!);
      await actOnCall(connection, called!, id, 'answer');
      await actOnCall(connection, called!, id, 'hangup');
    };
    for (const worker of pairs.keys()) await callOnce(worker);
    const event = await latestCallEvent(clients[0]!);
    const recipients: number[] = [];
    for (const pair of pairs) {
      const ids = pair.map((index) => data.people[index]!.id);
      recipients.push(await recipientOf(clients[0]!, ids));
    }
    const { ours, floor, latencies } = await compareThroughputs(
      {
        ours: callOnce,
        floor: async (worker) => {
          const [caller, called] = pairs[worker]!.map((index) => data.people[index]!);
          const recipientId = recipients[worker]!;
          await callBare(clients[worker]!, data, [caller!, called!], { recipientId, event });
        },
      },
      { rounds: bench.quick ? 3 : 5, seconds: bench.quick ? 2 : 4, workers: CONNECTIONS },
    );
    return [
      {
        scenario: 'calls',
        ours,
        floor,
        unit: 'calls/s',
        aim: AIM,
        p50: percentile(latencies, 0.5),
        p99: percentile(latencies, 0.99),
        memory: await parley.memoryInMb(),
      },
    ];
  },
};
