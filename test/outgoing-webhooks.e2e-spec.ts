// Outgoing webhooks: the messages that trigger them, the requests, and the replies of receivers. Failures are tested
// in test/webhook-failures.
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { postToBot } from '#modules/bots/outgoing-webhooks/outgoing-webhooks.jobs.js';
import { Role } from '#platform/http/actor.js';
import { Database } from '#platform/database/database.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { JobQueue } from '#platform/jobs/job-queue.js';
import { ownTestApp } from './app.js';
import { assertResponseMatches } from './contract.js';
import {
  createBot,
  createChannel,
  createUser,
  sendDirect,
  sendToStream,
  subscribe,
  type TestRealm,
  type TestUser,
  unique,
} from './factories.js';
import { edited, show, topicOf } from './message-editing-scene.js';
import { runJobs } from './run-jobs.js';
import { createScene } from './scene.js';
import { json, WebhookReceiver } from './webhook-receiver.js';
import { observersOf, verifyEvents } from './verify-events.js';

const receiver = await WebhookReceiver.start();
afterAll(() => receiver.stop());
const test = await ownTestApp({ OUTGOING_NETWORKS: '127.0.0.0/8' });

let realm: TestRealm;
let member: TestUser;
let colleague: TestUser;
let bot: TestUser;
let token: string;
let channel: string;
let streamId: number;
beforeEach(async () => {
  ({ realm, member, colleague } = await createScene(test, { member: {}, colleague: {} }));
  bot = await makeBot();
  ({ token } = await serviceOf(bot));
  channel = unique('channel');
  streamId = await subscribe(member, channel);
  await runJobs(test.app);
  receiver.reset();
});

function makeBot(parameters: Record<string, unknown> = {}): Promise<TestUser> {
  return createBot(realm, member, {
    full_name: 'Hook Bot',
    bot_type: 3,
    payload_url: receiver.url(),
    ...parameters,
  });
}

async function serviceOf({ userId }: TestUser): Promise<{ token: string }> {
  const { bots } = await realm.owner.client.expect('GET', 'bots');
  const [service] = (bots as { user_id: number; services: { token: string }[] }[]).find(
    ({ user_id: id }) => id === userId,
  )!.services;
  return service!;
}

function payloads(): Record<string, unknown>[] {
  return receiver.received.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
}

/** The texts of the topic, with their senders. */
async function said(topic = 'a'): Promise<string[]> {
  return (await topicOf(member, streamId, topic)).map(
    (message) => `${message.sender_full_name}: ${message.content}`,
  );
}

/** The direct messages of a conversation, with the ids of their senders. */
async function conversation(user: TestUser, others: TestUser[]): Promise<unknown[]> {
  const { messages } = await user.client.expect('GET', 'messages', {
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    apply_markdown: false,
    narrow: [{ operator: 'dm', operand: others.map(({ userId }) => userId) }],
  });
  return (messages as { sender_id: number; content: string }[]).map((message) => [
    message.sender_id,
    message.content,
  ]);
}

describe('a request', () => {
  it('is a POST of the message that mentions the bot', async () => {
    const content = '@**Hook Bot** *hello*';
    const id = await sendToStream(member, streamId, 'a', content);
    await runJobs(test.app);
    expect(receiver.received).toMatchObject([
      {
        method: 'POST',
        path: '/hook',
        headers: {
          'content-type': 'application/json',
          'user-agent': expect.stringMatching(/^ZulipOutgoingWebhook\/\d/),
        },
      },
    ]);
    const [payload] = payloads();
    expect(Object.keys(payload!).toSorted()).toEqual([
      'bot_email',
      'bot_full_name',
      'data',
      'message',
      'token',
      'trigger',
    ]);
    expect(payload).toMatchObject({
      bot_email: bot.email,
      bot_full_name: 'Hook Bot',
      data: content,
      trigger: 'mention',
      token,
      message: {
        id,
        type: 'stream',
        stream_id: streamId,
        display_recipient: channel,
        subject: 'a',
        content,
        content_type: 'text/x-markdown',
        rendered_content: expect.stringContaining('<em>hello</em>'),
        sender_id: member.userId,
        sender_full_name: 'Sample Member',
        avatar_url: expect.any(String),
        client: 'ParleyTest',
        reactions: [],
        submessages: [],
      },
    });
    const answer = { result: 'success', msg: '', ...payload };
    assertResponseMatches('POST', '/api/v1/service-outgoing-webhook', 200, answer);
  });

  it('has direct messages with the bot, also in a group', async () => {
    await sendDirect(member, [bot], 'hello');
    await sendDirect(colleague, [bot, member], 'hello both');
    await runJobs(test.app);
    expect(payloads()).toMatchObject([
      { data: 'hello', trigger: 'direct_message', message: { type: 'private', subject: '' } },
      { data: 'hello both', trigger: 'direct_message' },
    ]);
    const { message } = payloads()[1] as { message: { display_recipient: { id: number }[] } };
    expect(message.display_recipient.map(({ id }) => id)).toEqual(
      [member, colleague, bot].map(({ userId }) => userId).toSorted((a, b) => a - b),
    );
  });

  it('has the text as it is when it is sent, and the name of the empty topic', async () => {
    const id = await sendToStream(member, streamId, '', '@**Hook Bot** first');
    await edited(member, id, { content: '@**Hook Bot** second' });
    await runJobs(test.app);
    expect(payloads()).toMatchObject([
      {
        data: '@**Hook Bot** second',
        message: { subject: 'general chat', last_edit_timestamp: expect.any(Number) },
      },
    ]);
  });

  it('has the user name and password of the address in a header', async () => {
    await makeBot({
      full_name: 'Secret Bot',
      payload_url: receiver.url().replace('//', '//user:p%40ss@'),
    });
    await sendToStream(member, streamId, 'a', '@**Secret Bot**');
    await runJobs(test.app);
    const authorization = `Basic ${btoa('user:p@ss')}`;
    expect(receiver.received).toMatchObject([{ headers: { authorization } }]);
  });

  it('is a form in the format of Slack', async () => {
    const slack = await makeBot({ full_name: 'Slack Bot', interface_type: 2 });
    const id = await sendToStream(member, streamId, 'a', '@**Slack Bot** Grüße & more');
    await runJobs(test.app);
    expect(receiver.received).toMatchObject([
      { headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    ]);
    const { timestamp } = (await show(member, id)) as unknown as { timestamp: number };
    expect(Object.fromEntries(new URLSearchParams(receiver.received[0]!.body))).toEqual({
      token: (await serviceOf(slack)).token,
      team_id: `T${realm.realmId}`,
      team_domain: realm.host,
      channel_id: `C${streamId}`,
      channel_name: channel,
      thread_ts: String(timestamp),
      timestamp: String(timestamp),
      user_id: `U${member.userId}`,
      user_name: 'Sample Member',
      text: '@**Slack Bot** Grüße & more',
      trigger_word: 'mention',
      service_id: String(slack.userId),
    });
  });
});

describe('no request', () => {
  it('follows from messages of bots', async () => {
    const generic = await createBot(realm, member);
    await subscribe(generic, channel);
    receiver.respond = json({ content: '@**Hook Bot** again' });
    await sendToStream(generic, streamId, 'a', '@**Hook Bot** hello');
    await sendDirect(generic, [bot], 'hello');
    await sendDirect(bot, [bot], 'hello');
    await runJobs(test.app);
    expect(receiver.received).toEqual([]);
    await sendToStream(member, streamId, 'a', '@**Hook Bot** hello');
    await runJobs(test.app);
    expect(receiver.received).toHaveLength(1);
    expect(await said()).toEqual([
      'Sample Bot: @**Hook Bot** hello',
      'Sample Member: @**Hook Bot** hello',
      'Hook Bot: @**Hook Bot** again',
    ]);
  });

  it.each([
    ['a message without a mention', 'Hook Bot'],
    ['a silent mention', '@_**Hook Bot** hello'],
    ['a mention in code', '`@**Hook Bot**` hello'],
    ['a mention of all', '@**all** hello'],
  ])('follows from %s', async (_what, content) => {
    await subscribe(bot, channel);
    await sendToStream(member, streamId, 'a', content);
    await runJobs(test.app);
    expect(receiver.received).toEqual([]);
  });

  it('follows from deleted messages, and none to deactivated bots', async () => {
    const id = await sendToStream(member, streamId, 'a', '@**Hook Bot** hello');
    await realm.owner.client.expect('DELETE', `messages/${id}`);
    await sendDirect(member, [bot], 'hello');
    await member.client.expect('DELETE', `bots/${bot.userId}`);
    await runJobs(test.app);
    expect(receiver.received).toEqual([]);
  });
});

describe('a reply', () => {
  it('goes to the topic of the mention, also where the bot is not subscribed', async () => {
    receiver.respond = json({ content: 'Hello, *all*' });
    await sendToStream(member, streamId, 'a', '@**Hook Bot** hello');
    await runJobs(test.app);
    expect(await said()).toEqual(['Sample Member: @**Hook Bot** hello', 'Hook Bot: Hello, *all*']);
    const [, answer] = await topicOf(member, streamId, 'a');
    expect(answer).toMatchObject({ client: 'OutgoingWebhookResponse', flags: [] });
  });

  it('goes to private channels and channels for administrators', async () => {
    const secret = await createChannel(realm.owner, [], { invite_only: true });
    receiver.respond = json({ content: 'Hello' });
    await sendToStream(realm.owner, secret.id, 'a', '@**Hook Bot** hello');
    const groups = await realm.owner.client.expect('GET', 'user_groups');
    const { id: administrators } = (groups['user_groups'] as { id: number; name: string }[]).find(
      ({ name }) => name === 'role:administrators',
    )!;
    await realm.owner.client.expect('PATCH', `streams/${streamId}`, {
      can_send_message_group: { new: administrators },
    });
    await subscribe(realm.owner, channel);
    await sendToStream(realm.owner, streamId, 'a', '@**Hook Bot** hello');
    await runJobs(test.app);
    expect((await topicOf(realm.owner, secret.id, 'a')).map(({ content }) => content)).toEqual([
      '@**Hook Bot** hello',
      'Hello',
    ]);
    expect(await said()).toEqual(['Sample Owner: @**Hook Bot** hello', 'Hook Bot: Hello']);
  });

  it('goes to the whole conversation of a direct message', async () => {
    receiver.respond = json({ response_string: 'Hello' });
    await sendDirect(colleague, [bot, member], 'hello both');
    await runJobs(test.app);
    expect(await conversation(member, [bot, colleague])).toEqual([
      [colleague.userId, 'hello both'],
      [bot.userId, 'Hello'],
    ]);
  });

  it('follows the message to another topic', async () => {
    const id = await sendToStream(member, streamId, 'a', '@**Hook Bot** hello');
    const moved: Promise<unknown>[] = [];
    receiver.respond = (response, request) => {
      const done = edited(member, id, { topic: 'b' });
      moved.push(done);
      void done.then(() => json({ content: 'Hello' })(response, request));
    };
    await runJobs(test.app);
    await Promise.all(moved);
    expect(await said('b')).toContain('Hook Bot: Hello');
  });

  it('is omitted for a message that was deleted meanwhile', async () => {
    const id = await sendToStream(member, streamId, 'a', '@**Hook Bot** hello');
    receiver.respond = (response, request) => {
      void realm.owner.client
        .expect('DELETE', `messages/${id}`)
        .then(() => json({ content: 'Hello' })(response, request));
    };
    await runJobs(test.app);
    expect(receiver.received).toHaveLength(1);
    expect(await said()).toEqual([]);
  });

  it('is omitted in an archived channel', async () => {
    receiver.respond = json({ content: 'Hello' });
    await sendToStream(member, streamId, 'a', '@**Hook Bot** hello');
    await realm.owner.client.expect('DELETE', `streams/${streamId}`);
    await runJobs(test.app);
    expect(receiver.received).toHaveLength(1);
  });

  it('is the text of an answer in the format of Slack', async () => {
    await makeBot({ full_name: 'Slack Bot', interface_type: 2 });
    receiver.respond = json({ text: 'Hello' });
    await sendToStream(member, streamId, 'a', '@**Slack Bot**');
    await runJobs(test.app);
    expect(await said()).toEqual(['Sample Member: @**Slack Bot**', 'Slack Bot: Hello']);
  });

  it('can have choices', async () => {
    const choice = { type: 'multiple_choice', short_name: 'A', long_name: 'a', reply: 'a' };
    const extra_data = { type: 'choices', heading: 'Sample', choices: [choice] };
    const widget_content = { widget_type: 'zform', extra_data };
    receiver.respond = json({ content: 'Choose', widget_content });
    await sendToStream(member, streamId, 'a', '@**Hook Bot**');
    await runJobs(test.app);
    const [, answer] = (await topicOf(member, streamId, 'a')) as unknown as {
      submessages: { content: string }[];
    }[];
    expect(answer!.submessages.map(({ content }) => JSON.parse(content) as unknown)).toEqual([
      widget_content,
    ]);
  });

  it('is cut to the length of messages', async () => {
    receiver.respond = json({ content: 'é'.repeat(20_000) });
    await sendToStream(member, streamId, 'a', '@**Hook Bot**');
    await runJobs(test.app);
    const [, answer] = await topicOf(member, streamId, 'a');
    expect(answer!.content).toHaveLength(10_000);
    expect(answer!.content).toMatch(/é\n\[message truncated\]$/);
  });

  it('mentions all users only if the bot may do so', async () => {
    const users = await Promise.all(Array.from({ length: 16 }, () => createUser(test, realm)));
    const principals = [...users, colleague].map(({ userId }) => userId);
    await realm.owner.client.expect('POST', 'users/me/subscriptions', {
      subscriptions: [{ name: channel }],
      principals,
    });
    await realm.owner.client.expect('PATCH', 'realm', {
      can_mention_many_users_group: { new: { direct_members: [], direct_subgroups: [] } },
    });
    receiver.respond = json({ content: '@**all** hello' });
    await sendToStream(member, streamId, 'a', '@**Hook Bot**');
    await runJobs(test.app);
    const [, answer] = await topicOf(colleague, streamId, 'a');
    expect(answer).toMatchObject({
      content: expect.stringMatching(/^Failure! The reply cannot be sent: /),
      flags: [],
    });
  });

  it.each([
    ['response_not_required', { response_not_required: true, content: 'not this' }],
    ['empty content', { content: '' }],
    ['an empty object', {}],
  ])('is omitted for %s', async (_what, answer) => {
    receiver.respond = json(answer);
    await sendToStream(member, streamId, 'a', '@**Hook Bot**');
    await runJobs(test.app);
    expect(receiver.received).toHaveLength(1);
    expect(await said()).toEqual(['Sample Member: @**Hook Bot**']);
  });

  it('is sent once, also when events are replayed and jobs run twice', async () => {
    receiver.respond = json({ content: 'Hello' });
    const messageId = await sendToStream(member, streamId, 'a', '@**Hook Bot**');
    await runJobs(test.app);
    await test.app.get(Database).query('UPDATE event_consumer_cursors SET cursor = 0');
    await runJobs(test.app);
    const events = await test.app.get(EventLog).read(realm.realmId, 0, 1000);
    const { id } = events.find(({ payload }) => 'webhookBotIds' in payload)!;
    const request = postToBot.with({ realmId: realm.realmId, messageId, botId: bot.userId });
    await test.app.get(JobQueue).add([{ id: `outgoing-webhooks:${id}:0`, request }]);
    await runJobs(test.app);
    expect(receiver.received).toHaveLength(1);
    expect(await said()).toEqual(['Sample Member: @**Hook Bot**', 'Hook Bot: Hello']);
  });

  it('is published like every message', async () => {
    receiver.respond = json({ content: 'Hello, @**Sample Owner**' });
    const { owner } = realm;
    await verifyEvents(test, observersOf(realm, { member, owner, bot }), async () => {
      await sendToStream(member, streamId, 'a', '@**Hook Bot**');
      await runJobs(test.app);
    });
  });
});

describe.each(['service-outgoing-webhook', 'zulip-outgoing-webhook'])('POST /%s', (path) => {
  it('returns a sample before the first message', async () => {
    const body = await bot.client.expect('POST', path);
    expect(body).toMatchObject({
      bot_email: bot.email,
      bot_full_name: 'Hook Bot',
      data: 'Hello',
      trigger: 'direct_message',
      token,
      message: { type: 'private', sender_id: member.userId, rendered_content: '<p>Hello</p>' },
    });
  });

  it('returns the payload of the newest message', async () => {
    await sendToStream(member, streamId, 'a', '@**Hook Bot** first');
    const second = await sendDirect(member, [bot], 'second');
    await runJobs(test.app);
    const { result, msg, ...body } = await bot.client.expect('POST', path);
    expect([result, msg]).toEqual(['success', '']);
    expect(body).toEqual(payloads().at(-1));
    await realm.owner.client.expect('PATCH', 'realm', {
      message_content_delete_limit_seconds: 600,
    });
    await member.client.expect('DELETE', `messages/${second}`);
    expect(await bot.client.expect('POST', path)).toMatchObject({ data: 'Hello' });
  });

  it('is for outgoing webhook bots only', async () => {
    const generic = await createBot(realm, member);
    const guest = await createUser(test, realm, { role: Role.Guest });
    for (const { client } of [member, realm.owner, guest, generic]) {
      expect(await client.post(path)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    }
    expect((await realm.anonymous.post(path)).status).toBe(401);
  });
});
