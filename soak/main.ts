// `npm run soak -- --minutes 10`: three API processes and two workers, one of which is killed every 20
// seconds; PostgreSQL restarts once and Redis loses all data once. During this time, clients keep their
// state current while all kinds of writes are made. At the end, no client may have missed or repeated
// an event, and every state must equal that of a new registration.
// Progress goes to standard error, the result to standard output; the exit code is 1 if it is bad.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pTimeout from 'p-timeout';
import { ApiFailure, ConnectionFailure, ParleyClient } from 'parley-client';
import { Deployment, OWNER } from './deployment.js';
import { Follower } from './follower.js';
import { type Person, World } from './operations.js';
import { Traffic } from './traffic.js';

const KILL_EVERY_MS = 20_000;
const QUIET_MS = 3000;
const CATCH_UP_MS = 90_000;
/**
 * Allowed growth of an API process after the first third of the run. It holds the events of the last
 * minutes, at most 64 MB as text; the rest is explained by infrequent garbage collections.
 */
const MAX_GROWTH_MB = 64;
const MAX_GROWTH = 1.25;
/** The minimum of at least this many samples is the memory after a garbage collection. */
const MIN_SAMPLES = 5;
/** Time in which a process loads its code and fills its caches. */
const WARM_UP_MS = 30_000;
const STOP_MS = 2000;
const SENDERS = 4;
const WRITERS = 6;

const USAGE = `usage: npm run soak -- [--minutes 10] [--clients N] [--people 12] [--rate 12]

  --minutes N  how long it takes, apart from starting and comparing
  --clients N  how many clients follow everything; fewer by default in a short run
  --people N   of how many accounts they are
  --rate N     how many messages are sent to all users per second
`;

interface Options {
  durationMs: number;
  clients: number;
  people: number;
  rate: number;
}

function optionsFrom(args: string[]): Options {
  try {
    const { values } = parseArgs({
      args,
      options: {
        minutes: { type: 'string', default: '10' },
        clients: { type: 'string' },
        people: { type: 'string', default: '12' },
        rate: { type: 'string', default: '12' },
      },
    });
    const durationMs = Number(values.minutes) * 60_000;
    // In a short run, starts and ends would dominate.
    const clients = Number(values.clients ?? (durationMs > 120_000 ? 200 : 40));
    const people = Number(values.people);
    const options = { durationMs, clients, people, rate: Number(values.rate) };
    if (Object.values(options).some((value) => !(value > 0))) {
      throw new Error('Each option is a number above 0');
    }
    return options;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${USAGE}`);
    process.exit(2);
  }
}

const options = optionsFrom(process.argv.slice(2));
const startedAt = performance.now();

function say(text: string): void {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0).padStart(4);
  process.stderr.write(`${seconds} s  ${text}\n`);
}

class Soak {
  private readonly deployment = new Deployment();
  private readonly followers: Follower[] = [];
  /** Responses that no request may get, even if the request is then repeated. */
  private readonly failures: ApiFailure[] = [];
  /** Resident memory of each API process in MB, once per second during its life. */
  private readonly memory = new Map<string, { at: number; mb: number }[]>();

  async run(): Promise<string[]> {
    try {
      say('starting PostgreSQL, Redis, three API processes and two workers');
      await this.deployment.start({ apis: 3, workers: 2 });
      const world = await this.populate(options.people);
      await this.connect(world, options.clients);
      const senders = await Promise.all(
        world.people.slice(0, SENDERS).map(({ client }) => client.connect()),
      );
      const traffic = new Traffic(world, senders, options.rate);
      traffic.start(WRITERS);
      await this.fail(traffic);
      say('stopping the traffic');
      await traffic.stop();
      await Promise.all(senders.map((sender) => sender.close()));
      return await this.verdict(world, traffic);
    } finally {
      await this.stop();
    }
  }

  async stop(): Promise<void> {
    say('ending everything');
    // With a limit: their pending requests end with the servers.
    const stopped = Promise.all(this.followers.map((follower) => follower.stop()));
    await pTimeout(stopped, { milliseconds: STOP_MS, message: false });
    await this.deployment.stop();
  }

  /** Like a load balancer: each request goes to any of the processes, running or not. */
  private client(email: string, apiKey: string): ParleyClient {
    const { ports } = this.deployment;
    return new ParleyClient(
      { url: 'http://balanced', email, apiKey },
      {
        name: 'ParleySoak/1.0',
        onRetry: (failure) => {
          if (failure instanceof ApiFailure && failure.status === 500) this.failures.push(failure);
        },
        fetch: (input, init) => {
          const port = ports[Math.floor(Math.random() * ports.length)]!;
          return fetch((input as string).replace('balanced', `127.0.0.1:${port}`), init);
        },
      },
    );
  }

  private async populate(count: number): Promise<World> {
    say(`making ${count} people`);
    const owner = await this.logIn();
    const people: Person[] = [owner];
    const numbers = Array.from({ length: count - 1 }, (_, index) => index + 1);
    await inGroups(numbers, 2, async (number) => {
      const email = `sample-${number}@example.com`;
      const password = `the sample password of ${number}`;
      const { user_id: userId } = await owner.client.request<{ user_id: number }>('POST', 'users', {
        email,
        password,
        full_name: `Sample Person ${number}`,
      });
      people.push({ client: (await this.logIn({ email, password })).client, userId });
    });
    const { stream_id: general } = await owner.client.request<{ stream_id: number }>(
      'GET',
      'get_stream_id',
      { stream: 'general' },
    );
    await owner.client.request('POST', 'users/me/subscriptions', {
      subscriptions: [{ name: 'general' }],
      principals: people.map(({ userId }) => userId),
    });
    return new World(people, general);
  }

  private async logIn({ email, password } = OWNER): Promise<Person> {
    const { api_key: apiKey, user_id: userId } = await this.client('', '').request<{
      api_key: string;
      user_id: number;
    }>('POST', 'fetch_api_key', { username: email, password });
    return { client: this.client(email, apiKey), userId };
  }

  private async connect({ people }: World, count: number): Promise<void> {
    say(`connecting ${count} clients`);
    for (let n = 0; n < count; n++) {
      const { client, userId } = people[n % people.length]!;
      this.followers.push(new Follower(`client ${n} of user ${userId}`, client));
    }
    await inGroups(this.followers, 6, (follower) => follower.start());
  }

  /** Causes failures on schedule until the end of the run. */
  private async fail(traffic: Traffic): Promise<void> {
    const beganAt = performance.now();
    const elapsed = (): number => performance.now() - beganAt;
    const { apis, workers } = this.deployment;
    // One process is not killed, for observing its memory.
    const victims = [apis[0]!, workers[0]!, apis[1]!, workers[1]!];
    const starting: Promise<void>[] = [];
    let [kills, hasRestarted, hasFlushed] = [0, false, false];
    while (elapsed() < options.durationMs) {
      await sleep(1000);
      await this.measure(elapsed());
      if (!hasRestarted && elapsed() > options.durationMs * 0.4) {
        hasRestarted = true;
        say('PostgreSQL restarts');
        await this.deployment.restartPostgres();
      }
      if (!hasFlushed && elapsed() > options.durationMs * 0.7) {
        hasFlushed = true;
        say('Redis forgets everything');
        await this.deployment.flushRedis();
      }
      if (elapsed() < (kills + 1) * KILL_EVERY_MS || elapsed() > options.durationMs - 5000)
        continue;
      const victim = victims[kills++ % victims.length]!;
      await victim.kill();
      starting.push(victim.start());
      const events = this.followers.reduce((sum, { eventCount }) => sum + eventCount, 0);
      say(`killed ${victim.name}; ${traffic.total} writes, ${events} events for clients`);
    }
    await Promise.all(starting);
  }

  private async measure(at: number): Promise<void> {
    for (const place of this.deployment.apis) {
      const mb = await place.memory();
      if (mb === undefined || performance.now() - place.startedAt < WARM_UP_MS) continue;
      const life = `${place.name}, started at ${(place.startedAt / 1000).toFixed(0)} s`;
      const samples = this.memory.get(life) ?? [];
      samples.push({ at, mb });
      this.memory.set(life, samples);
    }
  }

  private async verdict(world: World, traffic: Traffic): Promise<string[]> {
    const faults = [...traffic.faults, ...this.failures.map((failure) => `500 ${failure.message}`)];
    say('waiting until every client has everything');
    const last = await world.people[0]!.client.send({
      type: 'channel',
      to: world.general,
      topic: 'roll call',
      content: 'the end',
    });
    const deadline = performance.now() + CATCH_UP_MS;
    const isQuiet = (): boolean =>
      this.followers.every(
        ({ messageIds, lastEventAt }) =>
          messageIds.has(last) && performance.now() - lastEventAt > QUIET_MS,
      );
    while (!isQuiet() && performance.now() < deadline) await sleep(200);
    for (const follower of this.followers) {
      const missing = [...traffic.acknowledged, last].filter((id) => !follower.messageIds.has(id));
      if (missing.length > 0) faults.push(`${follower.name} missed ${missing.length} messages`);
      faults.push(...follower.faults.map((fault) => `${follower.name}: ${fault}`));
    }
    say('comparing every state with a fresh one');
    await inGroups(this.followers, 6, async (follower) => {
      const differences = await follower.differences();
      faults.push(...differences.map((difference) => `${follower.name}: ${difference}`));
    });
    faults.push(...this.growth());
    this.report(traffic);
    return faults;
  }

  /** Growth of each process that lived long enough after the first third of the run. */
  private growth(): string[] {
    const faults: string[] = [];
    for (const [life, all] of this.memory) {
      const samples = all.filter(({ at }) => at >= options.durationMs / 3).map(({ mb }) => mb);
      const count = Math.floor(samples.length / 3);
      if (count < MIN_SAMPLES) continue;
      const before = Math.min(...samples.slice(0, count));
      const after = Math.min(...samples.slice(-count));
      const found = `${life}: ${before.toFixed(0)} MB, in the end ${after.toFixed(0)} MB`;
      process.stdout.write(`memory of ${found}\n`);
      if (after > before * MAX_GROWTH + MAX_GROWTH_MB) faults.push(`memory grows, ${found}`);
    }
    return faults;
  }

  private report(traffic: Traffic): void {
    const lines = [
      ...list('done', traffic.done),
      ...list('refused', traffic.refused),
      ...list('without an answer', traffic.unanswered),
      ...list('refused with 503, as expected while PostgreSQL restarts', traffic.unavailable),
      ...list('in the logs, as expected around a failure', this.deployment.expectedComplaints),
      ...list('in the logs', this.deployment.complaints),
    ];
    const events = this.followers.reduce((sum, { eventCount }) => sum + eventCount, 0);
    const heap = process.memoryUsage().rss / 1e6;
    process.stdout.write(
      `${lines.join('\n')}\n${traffic.total} writes, ${traffic.acknowledged.length} of them messages ` +
        `to all users; ${events} events for ${this.followers.length} clients; ` +
        `${heap.toFixed(0)} MB in this process\n`,
    );
  }
}

function list(title: string, counts: Map<string, number>): string[] {
  const lines = [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, n]) => `  ${n} × ${name}`);
  return lines.length === 0 ? [] : [`${title}:`, ...lines];
}

/** Runs the work in groups of a few at a time. */
async function inGroups<T>(
  entries: T[],
  size: number,
  act: (entry: T) => Promise<void>,
): Promise<void> {
  const waiting = [...entries];
  const workers = Array.from({ length: size }, async () => {
    for (let entry = waiting.shift(); entry; entry = waiting.shift()) await act(entry);
  });
  await Promise.all(workers);
}

const soak = new Soak();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void soak.stop().finally(() => process.exit(130)));
}
try {
  const faults = await soak.run();
  const shown = [...new Set(faults)].slice(0, 20).map((fault) => `  ${fault}\n`);
  process.stdout.write(
    faults.length === 0
      ? 'good: nothing missed, nothing twice, every state right\n'
      : `bad: ${faults.length} faults\n${shown.join('')}`,
  );
  process.exitCode = faults.length === 0 ? 0 : 1;
} catch (error) {
  const isExpected = error instanceof ApiFailure || error instanceof ConnectionFailure;
  process.stderr.write(`${isExpected ? error.message : ((error as Error).stack ?? '')}\n`);
  process.exitCode = 1;
}
process.exit();
