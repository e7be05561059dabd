// Twenty clients send, edit, move, delete, flag and react in one topic while the two servers that
// they work with are killed and started again. Acknowledged operations are stored, others wholly or
// not at all, and the database, the history and the state of each client agree.
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { ParleyClient } from 'parley-client';
import { Database } from '#platform/database/database.js';
import { sharedTestApp } from './app.js';
import { createRealm, createUser, subscribe, type TestUser, unique } from './factories.js';
import { type Attempt, type KnownMessage, MixedClient } from './mixed-operations-client.js';
import { endProcesses, freePort, ServerProcess } from './server-process.js';
import { SECRET_KEY } from './server-environment.js';

jest.setTimeout(240_000);

const CLIENTS = 20;
const OPERATIONS = 1000;
const TOPICS = ['one', 'two', 'three'];
const EMOJI = ['tada', 'heart', 'octopus'];
const END = 'the end';
const MODES = ['change_one', 'change_one', 'change_later', 'change_all'];

interface Place {
  content: string;
  topic: string;
  streamId: number;
}
const test = await sharedTestApp();

let performed = 0;
// In the root realm, which has no subdomain.
const realm = await createRealm(test, '');
const ports = [await freePort(), await freePort()];
const servers = ports.map(startServer);
await Promise.all(servers);
const users: TestUser[] = [];
for (let n = 0; n < CLIENTS; n++) {
  users.push(await createUser(test, realm, { fullName: `Sample Member ${n}` }));
}
const channels = [unique('first'), unique('second')];
const streamIds: number[] = [];
for (const channel of channels) {
  streamIds.push(
    await subscribe(realm.owner, channel, { principals: users.map(({ userId }) => userId) }),
  );
}
const clients = users.map((user, index) => {
  const account = { url: 'http://parley', email: user.email, apiKey: user.apiKey };
  const client = new ParleyClient(account, { fetch: fetchFor(index) });
  return new MixedClient(`c${index}`, user.userId, client, index % 3 === 0);
});
await Promise.all(clients.map((client) => client.begin(END, streamIds)));
await operate();
/** The messages in the database at the end: text, topic and channel. */
const kept = await keptMessages();

afterAll(() => endProcesses());

async function startServer(port: number): Promise<ServerProcess> {
  const server = new ServerProcess('api', {
    DATABASE_URL: test.database.url,
    EXTERNAL_URL: test.config.externalUrl.href,
    SECRET_KEY,
    PORT: String(port),
  });
  await server.ready();
  return server;
}

/** Half of the clients wait for their server to restart; the others switch to the other server. */
function fetchFor(index: number): typeof fetch {
  let turn = index;
  const isLoyal = index % 4 < 2;
  return async (input, init) => {
    const address = (input as string).replace(
      'http://parley',
      `http://127.0.0.1:${ports[turn % 2]}`,
    );
    try {
      return await fetch(address, init);
    } catch (error) {
      if (isLoyal) await servers[turn % 2];
      else turn++;
      throw error;
    }
  };
}

/** Pseudorandom numbers with a fixed seed. */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** One operation after another, on the messages in the state of the client. */
async function work(
  client: MixedClient,
  count: number,
  random: (below: number) => number,
): Promise<void> {
  const pick = <T>(list: T[]): T => list[random(list.length)]!;
  const act = (step: number): Promise<Attempt> => {
    const own = client.journal.flatMap(({ kind, messageId }) =>
      kind === 'send' && messageId !== undefined && client.known.has(messageId) ? [messageId] : [],
    );
    const label = `${client.name}-${client.journal.length}`;
    const dice = random(100);
    if (own.length === 0 || dice < 25) {
      const mention = step % 5 === 0 ? ` @**Sample Member ${random(CLIENTS)}**` : '';
      return client.send(streamIds[0]!, TOPICS[0]!, `sent by ${label}${mention}`);
    }
    const any = pick([...client.known.keys()]);
    if (dice < 45) {
      const id = pick(own);
      const mention = step % 4 === 0 ? ` @**Sample Member ${random(CLIENTS)}**` : '';
      return client.edit(id, `${sentText(client, id)}, edited by ${label}${mention}`);
    }
    if (dice < 60) {
      const isToOther = random(4) === 0;
      return client.move(any, pick(TOPICS), {
        propagate_mode: pick(MODES),
        send_notification_to_new_thread: random(4) === 0,
        ...(isToOther ? { stream_id: pick(streamIds) } : {}),
      });
    }
    if (dice < 66) return client.delete(pick(own));
    if (dice < 84) return client.flag(any, pick(['starred', 'starred', 'read']), random(3) > 0);
    return client.react(any, pick(EMOJI), random(3) > 0);
  };
  for (let step = 0; step < count; step++) {
    await act(step);
    performed++;
  }
}

function sentText({ journal }: MixedClient, id: number): string {
  return journal.find(({ kind, messageId }) => kind === 'send' && messageId === id)!.value;
}

async function operate(): Promise<void> {
  const randoms = clients.map((_, index) => generator(1 + index));
  const share = OPERATIONS / CLIENTS / servers.length;
  for (const [index, port] of ports.entries()) {
    const before = performed;
    const working = Promise.all(clients.map((client, n) => work(client, share, randoms[n]!)));
    await performedAtLeast(before + OPERATIONS / 4);
    const server = await servers[index]!;
    server.kill('SIGKILL');
    servers[index] = server.ended.then(() => startServer(port));
    await servers[index];
    await working;
  }
  await clients[1]!.send(streamIds[0]!, END, 'That was all');
  await Promise.all(clients.map((client) => client.end()));
}

async function keptMessages(): Promise<Map<number, Place>> {
  const rows = await test.app.get(Database).query<Place & { id: number }>(
    `SELECT m.id, m.content, m.topic, r.stream_id AS "streamId"
     FROM messages m JOIN recipients r ON r.id = m.recipient_id
     WHERE r.stream_id = ANY($1::integer[]) ORDER BY m.id`,
    [streamIds],
  );
  return new Map(rows.map(({ id, ...message }) => [id, message]));
}

async function performedAtLeast(count: number): Promise<void> {
  for (;;) {
    if (performed >= count) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

function attempts(kind: Attempt['kind']): (Attempt & { client: MixedClient })[] {
  return clients.flatMap((client) =>
    client.journal
      .filter((attempt) => attempt.kind === kind)
      .map((attempt) => ({ ...attempt, client })),
  );
}

/** The possible final values: the last acknowledged one, and later ones with unknown results. */
function possible<T>(list: Attempt[], valueOf: (attempt: Attempt) => T, before: T): Set<T> {
  const values = new Set([before]);
  for (const attempt of list) {
    if (attempt.outcome === 'refused') continue;
    if (attempt.outcome === 'done') values.clear();
    values.add(valueOf(attempt));
  }
  return values;
}

describe('a thousand operations on one topic while both servers are killed', () => {
  it('delivers no unexpected events', () => {
    expect(performed).toBe(OPERATIONS);
    expect(clients.flatMap(({ name, surprises }) => surprises.map((one) => [name, one]))).toEqual(
      [],
    );
    for (const kind of ['send', 'edit', 'move', 'delete', 'flag', 'react'] as const) {
      const done = attempts(kind).filter(({ outcome }) => outcome === 'done');
      expect({ kind, areMany: done.length > 20 }).toEqual({ kind, areMany: true });
    }
    const unknown = clients.flatMap(({ journal }) =>
      journal.filter(({ outcome }) => outcome === 'unknown'),
    );
    expect(unknown.length).toBeGreaterThan(0);
  });

  it('stores each acknowledged message once, and no deleted one', () => {
    const deletions = new Map(
      attempts('delete')
        .filter(({ outcome }) => outcome !== 'refused')
        .map(({ messageId, outcome }) => [messageId, outcome]),
    );
    const sent = attempts('send');
    const lost = sent.filter(
      ({ outcome, messageId }) =>
        outcome === 'done' && !kept.has(messageId!) && !deletions.has(messageId),
    );
    expect(lost.map(({ value }) => value)).toEqual([]);
    expect([...deletions].filter(([id, outcome]) => outcome === 'done' && kept.has(id!))).toEqual(
      [],
    );
    const copies = new Map<string, number>();
    for (const { content } of kept.values()) {
      const label = /^sent by (c\d+-\d+)/.exec(content)?.[1];
      if (label !== undefined) copies.set(label, (copies.get(label) ?? 0) + 1);
    }
    expect([...copies].filter(([, count]) => count > 1)).toEqual([]);
    expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(sent.length);
  });

  it('stores the last text of each, with a complete history', async () => {
    const edits = attempts('edit');
    const moves = attempts('move').filter(({ outcome }) => outcome === 'done');
    const wrong: unknown[] = [];
    for (const { messageId, value, client } of attempts('send')) {
      const message = kept.get(messageId!);
      if (!message) continue;
      const own = edits.filter((edit) => edit.messageId === messageId);
      if (!possible(own, (edit) => edit.value, value).has(message.content)) {
        wrong.push({ messageId, content: message.content });
      }
      const history = await client.history(messageId!);
      const texts = new Set(history.map((entry) => entry['content']));
      for (const edit of own) {
        if (edit.outcome === 'done' && !texts.has(edit.value)) wrong.push({ edit: edit.value });
      }
      for (const [index, entry] of history.entries()) {
        const previous = history[index - 1] ?? { content: value, topic: entry['topic'] };
        const { prev_content: text = previous['content'], prev_topic: topic = previous['topic'] } =
          entry;
        if (text !== previous['content'] || topic !== previous['topic']) {
          wrong.push({ messageId, entry, previous });
        }
      }
      const { content, topic } = history.at(-1)!;
      if (content !== message.content || topic !== message.topic)
        wrong.push({ messageId, history });
      for (const move of moves.filter((one) => one.messageId === messageId)) {
        if (!history.some((entry) => entry['topic'] === move.value))
          wrong.push({ messageId, move: move.value });
      }
    }
    expect(wrong).toEqual([]);
  });

  it('stores each star and reaction', async () => {
    const wrong: unknown[] = [];
    for (const client of clients) {
      const fetched = await client.fetched(streamIds);
      const changes = client.journal.filter(
        ({ kind, value }) => kind === 'react' || (kind === 'flag' && value === 'starred'),
      );
      const keys = new Set(changes.map(({ messageId, value }) => `${messageId} ${value}`));
      for (const key of keys) {
        const [id, value] = key.split(' ') as [string, string];
        const message = fetched.get(Number(id));
        if (!message) continue;
        const own = changes.filter((one) => `${one.messageId} ${one.value}` === key);
        const isSet =
          value === 'starred'
            ? message.flags.includes(value)
            : message.reactions.includes(`${client.userId} ${value}`);
        if (!possible(own, (one) => one.isSet, false).has(isSet)) {
          wrong.push({ client: client.name, key, isSet, own });
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('leads each client by events to the state of the server', async () => {
    for (const client of clients) {
      const fetched = await client.fetched(streamIds);
      expect(differences(client.known, fetched)).toEqual([]);
      expect([...fetched.keys()]).toEqual([...kept.keys()]);
      const places = [...fetched].map(([id, { topic, streamId }]) => [id, topic, streamId]);
      expect(places).toEqual([...kept].map(([id, one]) => [id, one.topic, one.streamId]));
    }
  });

  it('has a user message for each recipient, and none of deleted messages', async () => {
    const database = test.app.get(Database);
    const copies = await database.query<{ id: number; count: number }>(
      `SELECT message_id AS id, count(*)::integer AS count FROM user_messages
       WHERE message_id = ANY($1::bigint[]) GROUP BY message_id`,
      [[...kept.keys()]],
    );
    expect(copies.filter(({ count }) => count !== CLIENTS)).toEqual([]);
    expect(copies).toHaveLength(kept.size);
    for (const table of ['user_messages', 'reactions', 'submessages']) {
      const orphans = await database.query(
        `SELECT 1 FROM ${table} o WHERE NOT EXISTS (
           SELECT 1 FROM messages m WHERE m.id = o.message_id)`,
      );
      expect({ table, orphans }).toEqual({ table, orphans: [] });
    }
  });
});

function differences(
  known: Map<number, KnownMessage>,
  fetched: Map<number, KnownMessage>,
): { id: number; known: unknown; fetched: unknown }[] {
  const ids = [...new Set([...known.keys(), ...fetched.keys()])];
  return ids
    .map((id) => ({ id, known: known.get(id), fetched: fetched.get(id) }))
    .filter((pair) => JSON.stringify(pair.known) !== JSON.stringify(pair.fetched));
}
