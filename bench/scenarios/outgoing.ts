// The time from sending a direct message to an outgoing webhook bot until its receiver has the whole request,
// by one process that is API and worker. Floor: from a NOTIFY, after which a listener posts as many bytes.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { compareLatencies } from '../measure/rounds.js';
import { percentile } from '../measure/statistics.js';
import { HttpConnection, requestText } from '../processes/http-connection.js';
import { atMost, type Row, type Scenario } from '../scenario.js';

/** Messages are sent one by one. During the pause, the work for the previous message ends. */
const PAUSE_MS = 50;
const SILENT = '{"response_not_required":true}';

export const outgoing: Scenario = {
  name: 'outgoing',
  async run(bench) {
    const { database, data } = await bench.database();
    const receiver = await Receiver.start();
    try {
      const parley = await bench.processes.startParley({
        role: 'all',
        environment: {
          DATABASE_URL: database.url,
          DATA_DIR: await bench.emptyDirectory(),
          OUTGOING_NETWORKS: '127.0.0.0/8',
        },
      });
      const { authorization } = data.people[0]!;
      const connection = await HttpConnection.open(parley.port);
      const created = await connection.ask(
        requestText({
          method: 'POST',
          path: '/api/v1/bots',
          authorization,
          fields: {
            full_name: 'Bench Bot',
            short_name: 'bench',
            bot_type: 3,
            payload_url: receiver.url,
          },
        }),
      );
      const { user_id: botId } = JSON.parse(created.toString()) as { user_id: number };
      const send = requestText({
        method: 'POST',
        path: '/api/v1/messages',
        authorization,
        fields: { type: 'direct', to: `[${botId}]`, content: 'A sample message to a bot' },
      });

      const [notifier] = await database.clients(1);
      await bench.processes.startFloor('scenarios/outgoing.floor.js', {
        CONNECTION: JSON.stringify(database.connection),
        RECEIVER: receiver.url,
      });
      const timed = async (act: () => Promise<unknown>): Promise<number> => {
        await sleep(PAUSE_MS);
        const start = performance.now();
        const received = receiver.next();
        await act();
        return (await received) - start;
      };
      bench.progress.say('outgoing: messages to a bot, one by one');
      const { ours, floor } = await compareLatencies(
        {
          ours: () => timed(() => connection.ask(send)),
          floor: () => timed(() => notifier!.query(`SELECT pg_notify('bench_posts', '')`)),
        },
        { rounds: bench.quick ? 4 : 10, block: 25, warmUp: 20 },
      );
      const memory = await parley.memoryInMb();
      const row = (name: string, share: number): Row => ({
        scenario: `outgoing ${name}`,
        ours: percentile(ours, share),
        floor: percentile(floor, share),
        unit: 'ms',
        aim: atMost(5),
        p50: percentile(ours, 0.5),
        p99: percentile(ours, 0.99),
        memory,
      });
      return [row('p50', 0.5), row('p99', 0.99)];
    } finally {
      receiver.stop();
    }
  },
};

class Receiver {
  private waiting: ((receivedAt: number) => void) | undefined;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Receiver> {
    const server = createServer((request, response) => {
      request.resume().once('end', () => {
        receiver.waiting?.(performance.now());
        response.setHeader('Content-Type', 'application/json');
        response.end(SILENT);
      });
    }).listen(0, '127.0.0.1');
    const receiver = new Receiver(server);
    await once(server, 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  /** Resolves with the time of the next request. */
  next(): Promise<number> {
    return new Promise((resolve) => {
      this.waiting = resolve;
    });
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}
