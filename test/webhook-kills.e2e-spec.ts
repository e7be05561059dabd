// Outgoing webhooks with worker processes that are killed: each message is posted at least once, and answered
// once.
import { afterAll, expect, it, jest } from '@jest/globals';
import { Redis } from 'ioredis';
import type { ServerResponse } from 'node:http';
import { Database } from '#platform/database/database.js';
import { ownTestApp } from './app.js';
import { until } from './event-queue.js';
import { createBot, sendToStream, subscribe, unique } from './factories.js';
import { topicOf } from './message-editing-scene.js';
import { createScene } from './scene.js';
import { SECRET_KEY } from './server-environment.js';
import { endProcesses, ServerProcess } from './server-process.js';
import { json, type ReceivedRequest, WebhookReceiver } from './webhook-receiver.js';

jest.setTimeout(180_000);

const MESSAGES = 12;
/** Requests that are answered at once, between those that wait. */
const ANSWERED = 3;
const QUEUE = 'outgoing-webhooks';

const receiver = await WebhookReceiver.start();
const test = await ownTestApp();
const redis = test.config.redisUrl === undefined ? undefined : new Redis(test.config.redisUrl);

afterAll(async () => {
  await endProcesses();
  receiver.stop();
  redis?.disconnect();
});

async function startWorker(): Promise<ServerProcess> {
  const worker = new ServerProcess('worker', {
    DATABASE_URL: test.database.url,
    SECRET_KEY,
    OUTGOING_NETWORKS: '127.0.0.0/8',
    WORKER_QUEUES: `${QUEUE}:4`,
    ...(test.config.redisUrl !== undefined && { REDIS_URL: test.config.redisUrl }),
  });
  await worker.ready();
  return worker;
}

/** As if the locks of the killed worker had expired. */
async function expireLocks(): Promise<void> {
  if (!redis) {
    await test.app
      .get(Database)
      .query(
        `UPDATE bullmq.job SET locked_until_ms = 0, stalled_marked = true WHERE state = 'active'`,
      );
    return;
  }
  const active = await redis.lrange(`parley:${QUEUE}:active`, 0, -1);
  if (active.length === 0) return;
  await redis.sadd(`parley:${QUEUE}:stalled`, ...active);
  await redis.del(...active.map((id) => `parley:${QUEUE}:${id}:lock`));
}

function replyTo({ body }: ReceivedRequest, response: ServerResponse): void {
  const { data } = JSON.parse(body) as { data: string };
  json({ content: `Reply to ${data.replace('@**Hook Bot** ', '')}` })(response, {} as never);
}

it('posts each message at least once and sends each reply once', async () => {
  const { realm, member } = await createScene(test, { member: {} });
  await createBot(realm, member, {
    full_name: 'Hook Bot',
    bot_type: 3,
    payload_url: receiver.url(),
  });
  const streamId = await subscribe(member, unique('channel'));

  // Some replies are sent before the worker is killed, the other requests wait for theirs.
  const held: ServerResponse[] = [];
  receiver.respond = (response, request) => {
    if (receiver.received.length <= ANSWERED) replyTo(request, response);
    else held.push(response);
  };
  let worker = await startWorker();
  for (let n = 1; n <= MESSAGES; n++) {
    await sendToStream(member, streamId, 'a', `@**Hook Bot** ${n}`);
  }
  for (let kill = 1; kill <= 3; kill++) {
    await until(() => held.length === 4);
    worker.kill('SIGKILL');
    await worker.ended;
    held.length = 0;
    await expireLocks();
    if (kill === 3) receiver.respond = (response, request) => replyTo(request, response);
    worker = await startWorker();
  }
  const replies = async (): Promise<string[]> =>
    (await topicOf(member, streamId, 'a'))
      .filter((message) => message.sender_full_name === 'Hook Bot')
      .map(({ content }) => content);
  const expected = Array.from({ length: MESSAGES }, (_, index) => `Reply to ${index + 1}`);
  await until(async () => (await replies()).length >= MESSAGES);
  worker.kill('SIGTERM');
  expect(await worker.ended).toBe(0);
  expect((await replies()).toSorted()).toEqual(expected.toSorted());
  const posted = receiver.received.map(({ body }) => (JSON.parse(body) as { data: string }).data);
  expect(new Set(posted).size).toBe(MESSAGES);
  expect(posted.length).toBeGreaterThan(MESSAGES);
});
