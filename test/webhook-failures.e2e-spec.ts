// Receivers of outgoing webhooks that refuse requests, send invalid responses, or do not respond: the messages in the
// conversation and to the owner of the bot, and the number of retries.
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ownTestApp, startTestApp, type TestApp } from './app.js';
import { until } from './event-queue.js';
import {
  createBot,
  sendDirect,
  sendToStream,
  subscribe,
  type TestRealm,
  type TestUser,
  unique,
} from './factories.js';
import { topicOf } from './message-editing-scene.js';
import { runJobs } from './run-jobs.js';
import { createScene } from './scene.js';
import { json, text, WebhookReceiver } from './webhook-receiver.js';

const receiver = await WebhookReceiver.start();
afterAll(() => receiver.stop());
const shared = await ownTestApp({ OUTGOING_NETWORKS: '127.0.0.1/32' });

interface Scene {
  test: TestApp;
  realm: TestRealm;
  /** The owner of the bot. */
  owner: TestUser;
  member: TestUser;
  bot: TestUser;
  streamId: number;
}

async function startScene(test: TestApp, parameters: Record<string, unknown> = {}): Promise<Scene> {
  const people = await createScene(test, { member: {}, manager: {} });
  const { realm, member, manager } = people;
  const bot = await createBot(realm, manager, {
    full_name: 'Hook Bot',
    bot_type: 3,
    payload_url: receiver.url(),
    ...parameters,
  });
  const streamId = await subscribe(member, unique('channel'));
  await runJobs(test.app);
  return { test, realm, owner: manager, member, bot, streamId };
}

let scene: Scene;
beforeEach(async () => {
  scene = await startScene(shared);
  receiver.reset();
});

async function trigger({ test, member, streamId }: Scene = scene): Promise<void> {
  await sendToStream(member, streamId, 'a', '@**Hook Bot** hello');
  await runJobs(test.app);
}

/** The messages of the bot in the channel. */
async function replies({ member, streamId }: Scene = scene): Promise<string[]> {
  const messages = await topicOf(member, streamId, 'a');
  return messages
    .filter((message) => message.sender_full_name === 'Hook Bot')
    .map(({ content }) => content);
}

/** The messages of the notification bot to the owner of the bot, as HTML. */
async function notifications({ owner }: Scene = scene): Promise<string[]> {
  const { messages } = await owner.client.expect('GET', 'messages', {
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    narrow: [{ operator: 'is', operand: 'dm' }],
  });
  return (messages as { sender_full_name: string; content: string }[])
    .filter((message) => message.sender_full_name === 'Notification Bot')
    .map(({ content }) => content);
}

const UNAVAILABLE = ['Failure! Bot is unavailable'];

describe('a status that is no success', () => {
  it.each([400, 401, 404, 407, 410, 500, 503])(
    '%i is not retried, and reported',
    async (status) => {
      receiver.respond = text('<h1>@**all** `broken`</h1>', 'text/html', status);
      await trigger();
      expect(receiver.received).toHaveLength(1);
      expect(await replies()).toEqual([`Failure! Third party responded with ${status}`]);
      const [notification, ...more] = await notifications();
      expect(more).toEqual([]);
      expect(notification).toContain(`the status ${status}`);
      expect(notification).toContain('&lt;h1&gt;@**all** `broken`&lt;/h1&gt;');
      expect(notification).toMatch(/<a [^>]*href="\/#narrow\/channel\/[^"]*near\/\d+"/);
    },
  );

  it('is reported with the beginning of a response that is endless', async () => {
    receiver.respond = (response) => {
      response.writeHead(500, { 'Content-Type': 'text/plain' });
      const more = (): void => {
        while (!response.destroyed && response.write('é'.repeat(10_000)));
      };
      response.on('drain', more);
      more();
    };
    await trigger();
    expect(await replies()).toEqual(['Failure! Third party responded with 500']);
    const [notification] = await notifications();
    expect(notification).toContain('é'.repeat(1000));
    expect(notification).not.toContain('é'.repeat(1001));
  });

  it('is reported when the response breaks off', async () => {
    receiver.respond = (response) => {
      response.writeHead(502, { 'Content-Length': '1000' });
      response.write('half of it', () => response.destroy());
    };
    await trigger();
    expect(receiver.received).toHaveLength(1);
    expect(await replies()).toEqual(['Failure! Third party responded with 502']);
    expect((await notifications())[0]).toContain('half of it');
  });

  it.each([
    ['fences', '````\n~~~~~\n@**all**\n```` quote'],
    ['control characters', 'a\0b\u001b[31m\u202e'],
    ['half of a character', Buffer.from([0xc3, 0x28, 0xff])],
    ['nothing', ''],
  ])('is reported with a body of %s', async (_what, body) => {
    receiver.respond = text(body, 'text/plain', 500);
    await trigger();
    const [notification] = await notifications();
    expect(notification).toContain('the status 500');
    expect(notification).not.toContain('user-mention user-mention');
    expect(notification).not.toContain('data-user-id="*"');
    expect(notification).not.toContain('<blockquote>');
  });
});

describe('an answer that cannot be used', () => {
  it.each([
    ['HTML', '<html><p>It works!</p></html>', 'is not a JSON object'],
    ['a list', '[]', 'is not a JSON object'],
    ['broken JSON', '{"content": "a', 'is not a JSON object'],
    ['content that is no text', '{"content": ["a"]}', 'has a content that is not a string'],
    ['too much', `{"content": "${'a'.repeat(300_000)}"}`, 'is too long'],
  ])('%s is not retried, and reported', async (_what, body, problem) => {
    receiver.respond = text(body);
    await trigger();
    expect(receiver.received).toHaveLength(1);
    expect(await replies()).toEqual([`Failure! The response of the third party ${problem}`]);
    const [notification] = await notifications();
    expect(notification).toContain(problem);
  });

  it('is endless', async () => {
    receiver.respond = (response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      const more = (): void => {
        while (!response.destroyed && response.write(' '.repeat(10_000)));
      };
      response.on('drain', more);
      more();
    };
    await trigger();
    expect(receiver.received).toHaveLength(1);
    expect(await replies()).toEqual(['Failure! The response of the third party is too long']);
  });
});

describe('a redirect', () => {
  it.each([301, 302, 307, 308])('with status %i is followed within the host', async (status) => {
    receiver.respond = (response, request) => {
      if (request.path === '/moved') return json({ content: 'Hello' })(response, request);
      response.writeHead(status, { Location: '/moved' }).end();
    };
    await trigger();
    const [first, second] = receiver.received;
    expect(second).toMatchObject({ method: 'POST', path: '/moved', body: first!.body });
    expect(await replies()).toEqual(['Hello']);
  });

  it.each([
    ['another address', () => receiver.url('/hook', '127.0.0.2')],
    ['another name of the host', () => receiver.url('/hook', 'localhost')],
    ['another port', () => 'http://127.0.0.1:1/'],
    ['another protocol', () => 'file:///etc/passwd'],
    ['something that is no URL', () => 'http://['],
  ])('to %s is not followed', async (_what, location) => {
    receiver.respond = (response) => void response.writeHead(307, { Location: location() }).end();
    await trigger();
    expect(receiver.received).toHaveLength(1);
    expect(await replies()).toEqual(['Failure! Third party responded with 307']);
  });

  it('to a page for a GET is not followed', async () => {
    receiver.respond = (response) => void response.writeHead(303, { Location: '/moved' }).end();
    await trigger();
    expect(receiver.received).toHaveLength(1);
    expect(await replies()).toEqual(['Failure! Third party responded with 303']);
  });

  it('that goes around is followed a few times', async () => {
    receiver.respond = (response) => void response.writeHead(307, { Location: '/hook' }).end();
    await trigger();
    expect(receiver.received.length).toBeLessThan(10);
    expect(await replies()).toEqual(['Failure! Third party responded with 307']);
  });
});

describe('a receiver that cannot be reached', () => {
  it('is tried three more times, then the failure is reported', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => closed.once('listening', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    const lost = await startScene(shared, { payload_url: `http://127.0.0.1:${port}/` });
    await trigger(lost);
    expect(await replies(lost)).toEqual(UNAVAILABLE);
    const [notification, ...more] = await notifications(lost);
    expect(more).toEqual([]);
    expect(notification).toContain('could not be reached in 4 attempts');
  });

  it('has no name in the DNS', async () => {
    const lost = await startScene(shared, { payload_url: 'http://nowhere.invalid/' });
    await trigger(lost);
    expect(await replies(lost)).toEqual(UNAVAILABLE);
  });

  it.each([
    ['closes the connection', (response: ServerResponse) => response.destroy()],
    [
      'closes it in the middle of the answer',
      (response: ServerResponse) => {
        response.writeHead(200, { 'Content-Length': '1000' });
        response.write('{"content": "not this"}', () => response.destroy());
      },
    ],
    [
      'switches protocols',
      (response: ServerResponse) =>
        response.socket!.write(
          'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n',
        ),
    ],
    ['speaks no HTTP', (response: ServerResponse) => response.socket!.end('SSH-2.0-OpenSSH\r\n')],
  ])('%s', async (_what, respond) => {
    receiver.respond = respond;
    await trigger();
    expect(receiver.received).toHaveLength(4);
    expect(await replies()).toEqual(UNAVAILABLE);
    expect(await notifications()).toHaveLength(1);
  });

  it('answers at a later attempt', async () => {
    receiver.respond = (response, request) =>
      receiver.received.length < 3
        ? void response.destroy()
        : json({ content: 'Hello' })(response, request);
    await trigger();
    expect(receiver.received).toHaveLength(3);
    expect(await replies()).toEqual(['Hello']);
    expect(await notifications()).toEqual([]);
  });

  it.each([
    ['does not answer', () => undefined],
    [
      'does not end its answer',
      (response: ServerResponse) => {
        response.writeHead(200, { 'Content-Type': 'application/json' });
        response.write('{"content": ');
      },
    ],
  ])('%s within ten seconds', async (_what, respond) => {
    let attempts = 0;
    receiver.respond = (response) => {
      respond(response);
      attempts += 1;
      // The connection stays open until the time limit.
      response.on('close', () => (attempts -= 1));
    };
    const { clock } = scene.test;
    let isDone = false;
    const triggered = trigger().finally(() => (isDone = true));
    for (let count = 1; count <= 4; count++) {
      await until(() => receiver.received.length === count && clock.sleeping > 0);
      expect(await replies()).toEqual([]);
      clock.advance(10);
    }
    await triggered;
    await until(() => attempts === 0);
    expect(isDone).toBe(true);
    expect(await replies()).toEqual(UNAVAILABLE);
    expect((await notifications())[0]).toContain('did not respond in time in 4 attempts');
  });

  it('is slow but in time', async () => {
    receiver.respond = (response, request) =>
      void setTimeout(() => json({ content: 'Hello' })(response, request), 1500);
    await trigger();
    expect(await replies()).toEqual(['Hello']);
  });
});

describe('an address that is not allowed', () => {
  it.each([
    ['by its number', () => receiver.url('/hook', '127.0.0.2')],
    ['in another notation', () => receiver.url('/hook', '0x7f.2')],
    ['in IPv6', () => receiver.url('/hook', '[::1]')],
  ])('is not requested %s', async (_what, url) => {
    const forbidden = await startScene(shared, { payload_url: url() });
    await trigger(forbidden);
    expect(receiver.received).toEqual([]);
    expect(await replies(forbidden)).toEqual(UNAVAILABLE);
    expect((await notifications(forbidden))[0]).toContain('not on the public internet');
  });

  it('is not requested by its name, which is resolved for each request', async () => {
    const test = await startTestApp();
    try {
      const closed = await startScene(test, { payload_url: receiver.url('/hook', 'localhost') });
      receiver.reset();
      await trigger(closed);
      expect(receiver.received).toEqual([]);
      expect(await replies(closed)).toEqual(UNAVAILABLE);
    } finally {
      await test.close();
    }
  });
});

describe('a direct message in the format of Slack', () => {
  it('is answered with a failure, without a request', async () => {
    const slack = await startScene(shared, { interface_type: 2 });
    const { test, member, bot } = slack;
    await sendDirect(member, [bot], 'hello');
    await runJobs(test.app);
    expect(receiver.received).toEqual([]);
    const { messages } = await member.client.expect('GET', 'messages', {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      apply_markdown: false,
      narrow: [{ operator: 'dm', operand: [bot.userId] }],
    });
    expect(messages).toMatchObject([
      { sender_id: bot.userId, content: expect.stringMatching(/^Failure! .*direct messages$/) },
    ]);
    expect(await notifications(slack)).toEqual([]);
  });
});

describe('the owner of the bot', () => {
  it('is not notified after deactivation, nor is another user', async () => {
    const { realm, owner, bot } = scene;
    receiver.respond = text('', 'text/plain', 500);
    await realm.owner.client.expect('DELETE', `users/${owner.userId}`);
    await realm.owner.client.expect('POST', `users/${bot.userId}/reactivate`);
    await runJobs(scene.test.app);
    await trigger();
    expect(await replies()).toEqual(['Failure! Third party responded with 500']);
    expect(await notifications({ ...scene, owner: realm.owner })).toHaveLength(1);
    expect(await notifications({ ...scene, owner: scene.member })).toEqual([]);
  });

  it('reads of a failed direct message without a link', async () => {
    const { member, bot, test } = scene;
    receiver.respond = text('', 'text/plain', 500);
    await sendDirect(member, [bot], 'hello');
    await runJobs(test.app);
    expect((await notifications())[0]).toContain('failed for a direct message');
  });
});
