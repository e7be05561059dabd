// Incoming webhooks over HTTP: permissions, formats of bodies, recipients of the messages, and the failures that are
// reported to third parties and to owners of bots.
import { beforeEach, describe, expect, it } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { Registry } from 'prom-client';
import { sharedTestApp } from './app.js';
import { Browser } from './browser.js';
import { type Answer, basic } from './client.js';
import { assertResponseMatches } from './contract.js';
import { createChannel, type TestRealm, type TestUser, unique } from './factories.js';
import { createScene } from './scene.js';
import { observersOf, verifyEvents } from './verify-events.js';

const test = await sharedTestApp();

const ARTICLE = { featured_title: 'Sample', featured_url: 'https://example.com/sample' };
const PUSH = {
  ref: 'refs/heads/main',
  compare: 'https://github.com/sample-org/sample-repo/compare/1...2',
  commits: [{ id: '1'.repeat(40), message: 'Greet @**all**', url: 'https://example.com/1' }],
  repository: { name: 'sample-repo', private: true },
  sender: { login: 'sample-user' },
};

let realm: TestRealm;
let owner: TestUser;
let member: TestUser;
let bot: TestUser;
let channel: string;

interface Hook {
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: unknown;
  path?: string;
}

/** Sends the body as JSON, unless it is text. */
async function hook(
  name: string,
  { query = {}, headers = {}, body = ARTICLE, path = '/api/v1/external' }: Hook = {},
): Promise<Answer> {
  const parameters = new URLSearchParams({ api_key: bot.apiKey, ...query });
  const content = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  const answer = await realm.anonymous.raw('POST', `${path}/${name}?${parameters.toString()}`, {
    body: content,
    headers: { 'Content-Type': 'application/json', ...headers },
  });
  assertResponseMatches(
    'POST',
    `/api/v1/external/${name.replace('/', '')}`,
    answer.status,
    answer.body,
  );
  return answer;
}

async function makeBot(user: TestUser, type = 2): Promise<TestUser> {
  const body = await user.client.expect('POST', 'bots', {
    full_name: 'Sample Webhook',
    short_name: unique('webhook'),
    bot_type: type,
  });
  const credentials = { email: body['email'] as string, apiKey: body['api_key'] as string };
  return {
    userId: body['user_id'] as number,
    ...credentials,
    client: realm.anonymous.as(credentials),
  };
}

interface Shown {
  sender_id: number;
  type: string;
  subject: string;
  content: string;
  client: string;
  flags: string[];
}

/** The newest messages of the member, the oldest first. */
async function received(narrow: unknown[] = [], user = member): Promise<Shown[]> {
  const { messages } = await user.client.expect('GET', 'messages', {
    anchor: 'newest',
    num_before: 30,
    num_after: 0,
    narrow,
    apply_markdown: false,
  });
  return messages as Shown[];
}

const inChannel = (): Promise<Shown[]> =>
  received([
    { operator: 'channel', operand: channel },
    { operator: 'sender', operand: bot.userId },
  ]);
const fromNotificationBot = async (): Promise<Shown[]> =>
  (await received([{ operator: 'is', operand: 'dm' }])).filter(
    ({ sender_id: id }) => id !== bot.userId && id !== member.userId,
  );

beforeEach(async () => {
  ({ realm, owner, member } = await createScene(test, { member: {} }));
  bot = await makeBot(member);
  ({ name: channel } = await createChannel(member, [owner]));
});

describe('the caller', () => {
  it('is an incoming webhook bot, by a key in the query or in the header', async () => {
    expect(await hook('helloworld')).toMatchObject({ status: 200, body: { result: 'success' } });
    const header = await realm.anonymous.raw('POST', '/api/v1/external/helloworld', {
      body: JSON.stringify(ARTICLE),
      headers: { Authorization: basic(bot) },
    });
    expect(header.status).toBe(200);
  });

  it('may have an Authorization header for another program', async () => {
    const { status } = await hook('helloworld', { headers: { Authorization: 'Bearer sample' } });
    expect(status).toBe(200);
  });

  it('gets the code of the reason for a key that is not valid', async () => {
    const wrong = await hook('helloworld', { query: { api_key: 'x'.repeat(32) } });
    expect(wrong).toMatchObject({ status: 401, body: { code: 'INVALID_API_KEY' } });
    await member.client.expect('DELETE', `bots/${bot.userId}`);
    const deactivated = await hook('helloworld');
    expect(deactivated).toMatchObject({ status: 401, body: { code: 'USER_DEACTIVATED' } });
  });

  it('needs a key', async () => {
    const answer = await realm.anonymous.raw('POST', '/api/v1/external/helloworld', { body: '{}' });
    expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
  });

  it('is no other kind of user', async () => {
    const refused = { status: 400, body: { code: 'BAD_REQUEST' } };
    expect(await hook('helloworld', { query: { api_key: member.apiKey } })).toMatchObject(refused);
    const generic = await makeBot(member, 1);
    expect(await hook('helloworld', { query: { api_key: generic.apiKey } })).toMatchObject(refused);
  });

  it('uses an integration that exists', async () => {
    expect(await hook('none')).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect((await hook('constructor')).status).toBe(404);
    expect((await hook('..%2f')).status).toBe(404);
  });

  it('can use the address without the prefix, and with a slash at the end', async () => {
    expect((await hook('helloworld', { path: '/external' })).status).toBe(200);
    expect((await hook('helloworld/')).status).toBe(200);
  });
});

describe('the recipient', () => {
  it('is the owner of the bot without a channel, whatever the topic is', async () => {
    await hook('helloworld', { query: { topic: 'ignored' } });
    const [message] = await received([{ operator: 'is', operand: 'dm' }]);
    expect(message).toMatchObject({
      sender_id: bot.userId,
      type: 'private',
      subject: '',
      client: 'ZulipHelloWorldWebhook',
      content: expect.stringContaining('[Sample](https://example.com/sample)'),
    });
  });

  it('is a channel by its name or id', async () => {
    const { stream_id: id } = await member.client.expect('GET', 'get_stream_id', {
      stream: channel,
    });
    await hook('helloworld', { query: { stream: channel } });
    await hook('helloworld', { query: { stream: String(id) } });
    const messages = await inChannel();
    expect(messages.map(({ subject }) => subject)).toEqual(['Hello World', 'Hello World']);
  });

  it('is the topic of the URL, if it has one', async () => {
    await hook('helloworld', { query: { stream: channel, topic: 'A topic' } });
    await hook('helloworld', { query: { stream: channel, topic: '  ' } });
    expect((await inChannel()).map(({ subject }) => subject)).toEqual(['A topic', 'Hello World']);
  });

  it('receives events that lead to the same state as a new registration', async () => {
    await verifyEvents(test, observersOf(realm, { member, owner }), async () => {
      await hook('helloworld', { query: { stream: channel } });
    });
  });

  it('is reported to the owner if the channel does not exist, as a success to the third party', async () => {
    expect((await hook('helloworld', { query: { stream: 'missing' } })).status).toBe(200);
    expect((await hook('helloworld', { query: { stream: 'missing' } })).status).toBe(200);
    const notices = await fromNotificationBot();
    expect(notices).toHaveLength(1);
    expect(notices[0]!.content).toContain('missing');
  });

  it('is an error if the bot may not post there', async () => {
    const { name } = await createChannel(owner, [], { invite_only: true });
    const answer = await hook('helloworld', { query: { stream: name } });
    // A private channel is hidden from the bot.
    expect(answer.status).toBe(200);
    expect(await fromNotificationBot()).toHaveLength(1);
  });
});

describe('the body', () => {
  const repository = { 'X-GitHub-Event': 'push' };

  it('is JSON, in a field of a form, or declared as a form by curl', async () => {
    const query = { stream: channel };
    const types = { urlencoded: 'application/x-www-form-urlencoded' };
    const form = new URLSearchParams({ payload: JSON.stringify(PUSH) }).toString();
    const multipart = [
      '--b',
      'Content-Disposition: form-data; name="payload"',
      '',
      JSON.stringify(PUSH),
      '--b--',
      '',
    ].join('\r\n');
    const sent = [
      await hook('github', { query, headers: repository, body: PUSH }),
      await hook('github', {
        query,
        headers: { ...repository, 'Content-Type': types.urlencoded },
        body: form,
      }),
      await hook('github', {
        query,
        headers: { ...repository, 'Content-Type': types.urlencoded },
        body: PUSH,
      }),
      await hook('github', {
        query,
        headers: { ...repository, 'Content-Type': 'multipart/form-data; boundary=b' },
        body: multipart,
      }),
      await hook('github', { query, headers: { ...repository, 'Content-Type': '' }, body: PUSH }),
    ];
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const topics = (await inChannel()).map(({ subject }) => subject);
    expect(topics).toEqual(Array.from({ length: 5 }, () => 'sample-repo / main'));
  });

  it('is read in the declared character encoding', async () => {
    const body = Buffer.from(JSON.stringify({ ...ARTICLE, featured_title: 'Größe' }), 'latin1');
    const headers = { 'Content-Type': 'application/json; charset=ISO-8859-1' };
    await hook('helloworld', { query: { stream: channel }, headers, body });
    expect((await inChannel())[0]!.content).toContain('Größe');
    const unknown = { 'Content-Type': 'application/json; charset=none' };
    expect((await hook('helloworld', { headers: unknown })).status).toBe(415);
  });

  it('does not set parameters of the URL', async () => {
    const body = new URLSearchParams({
      payload: JSON.stringify(PUSH),
      stream: 'missing',
      topic: 'wrong',
      method: 'DELETE',
      only_events: '["none"]',
    }).toString();
    const headers = { ...repository, 'Content-Type': 'application/x-www-form-urlencoded' };
    const answer = await hook('github', { query: { stream: channel }, headers, body });
    expect(answer.body).toEqual({ result: 'success', msg: '' });
    expect((await inChannel())[0]!.subject).toBe('sample-repo / main');
  });

  it('must be valid JSON; the owner is notified of other bodies at most once a minute', async () => {
    for (const body of ['{', '', 'text', '['.repeat(5000)]) {
      expect(await hook('helloworld', { body })).toMatchObject({
        status: 400,
        body: { code: 'INVALID_JSON' },
      });
    }
    expect(await fromNotificationBot()).toHaveLength(1);
    test.clock.advance(61);
    await hook('helloworld', { body: '{' });
    const notices = await fromNotificationBot();
    expect(notices).toHaveLength(2);
    expect(notices[0]!.content).toContain('not valid JSON');
  });

  it('must have the required members', async () => {
    const missing = await hook('helloworld', { body: { featured_title: 'Sample' } });
    expect(missing).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    expect(missing.body['msg']).toContain('featured_url');
    const anomalous = await hook('helloworld', { body: { ...ARTICLE, featured_url: [1] } });
    expect(anomalous).toMatchObject({
      status: 400,
      body: { code: 'ANOMALOUS_WEBHOOK_PAYLOAD', webhook_name: 'Hello World' },
    });
    const list = await hook('helloworld', { body: [] });
    expect(list.status).toBe(400);
    expect(await fromNotificationBot()).toEqual([]);
  });

  it('may be no larger than two mebibytes', async () => {
    const answer = await hook('json', { body: `"${'x'.repeat(2 * 1024 * 1024)}"` });
    expect(answer).toMatchObject({ status: 413, body: { code: 'REQUEST_TOO_LARGE' } });
    const large = await hook('json', {
      query: { stream: channel },
      body: `"${'x'.repeat(2 * 1024 * 1024 - 2)}"`,
    });
    expect(large.status).toBe(200);
  });
});

describe('the event', () => {
  const query = (): Record<string, string> => ({ stream: channel });
  const event = (name: string): Record<string, string> => ({ 'X-GitHub-Event': name });

  it('is required in its header; the owner is notified if it is missing', async () => {
    expect(await hook('github', { body: PUSH })).toMatchObject({
      status: 400,
      body: { code: 'MISSING_HTTP_EVENT_HEADER', header: 'X-GitHub-Event' },
    });
    const [notice] = await fromNotificationBot();
    expect(notice!.content).toContain('X-GitHub-Event');
  });

  it('is a success without a message if it is not supported', async () => {
    const registry = test.app.get(Registry);
    const count = async (): Promise<number> =>
      (await registry.getSingleMetric('parley_webhook_unsupported_events_total')!.get()).values
        .filter(({ labels }) => labels['integration'] === 'github')
        .reduce((sum, { value }) => sum + value, 0);
    const before = await count();
    const answer = await hook('github', {
      query: query(),
      headers: event('constructor'),
      body: {},
    });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        result: 'success',
        code: 'UNSUPPORTED_WEBHOOK_EVENT_TYPE',
        webhook_name: 'GitHub',
        event_type: 'constructor',
      },
    });
    expect(await inChannel()).toEqual([]);
    expect(await count()).toBe(before + 1);
  });

  it('is compared with a limited length of patterns', async () => {
    const branches = `*${'a'.repeat(2000)}`;
    const answer = await hook('github', {
      query: { ...query(), branches },
      headers: event('push'),
      body: {},
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
  });

  it('is chosen by patterns', async () => {
    const headers = event('push');
    const send = async (choice: Record<string, string>): Promise<number> => {
      const before = (await inChannel()).length;
      const answer = await hook('github', {
        query: { ...query(), ...choice },
        headers,
        body: PUSH,
      });
      expect(answer.body).toEqual({ result: 'success', msg: '' });
      return (await inChannel()).length - before;
    };
    expect(await send({ only_events: '["push_commits"]' })).toBe(1);
    expect(await send({ only_events: '["is*","p*h_*"]' })).toBe(1);
    expect(await send({ only_events: '["issues"]' })).toBe(0);
    expect(await send({ only_events: '[]' })).toBe(0);
    expect(await send({ exclude_events: '["p*"]' })).toBe(0);
    expect(await send({ only_events: '["*"]', exclude_events: '["*s*"]' })).toBe(0);
    expect(await send({ branches: 'main,other' })).toBe(1);
    expect(await send({ branches: 'release/*' })).toBe(0);
    const wrong = await hook('github', { query: { only_events: 'push' }, headers, body: PUSH });
    expect(wrong).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
  });

  it('must be signed if the URL has the secret', async () => {
    const body = JSON.stringify(PUSH);
    const signature = createHmac('sha256', 'sample secret').update(body).digest('hex');
    const send = (headers: Record<string, string>): Promise<Answer> =>
      hook('github', {
        query: { ...query(), webhook_secret: 'sample secret' },
        headers: { ...event('push'), ...headers },
        body,
      });
    const refused = { status: 400, body: { code: 'BAD_REQUEST' } };
    expect(await send({})).toMatchObject(refused);
    expect(await send({ 'X-Hub-Signature-256': `sha256=${'0'.repeat(64)}` })).toMatchObject(
      refused,
    );
    expect((await send({ 'X-Hub-Signature-256': `sha256=${signature}` })).status).toBe(200);
    expect(await inChannel()).toHaveLength(1);
  });

  it('may contain values of every type where the third party sends the signature', async () => {
    const token = { toString: 1, valueOf: 1 };
    const parameters = { ...query(), webhook_secret: 'sample secret' };
    const signed = { rhodecode: { token }, hellosign: { event: { event_hash: token } } };
    for (const [name, body] of Object.entries(signed)) {
      expect(await hook(name, { query: parameters, body })).toMatchObject({
        status: 400,
        body: { code: 'ANOMALOUS_WEBHOOK_PAYLOAD' },
      });
    }
  });
});

describe('the message', () => {
  it('mentions no users and formats nothing that a payload contains', async () => {
    const query = { stream: channel };
    const title = `@**all** @*members* #**${channel}** **bold** [x](https://evil.example) :tada: $$x$$ <time:2020-01-01>`;
    await hook('helloworld', { query, body: { ...ARTICLE, featured_title: title } });
    const { messages } = await owner.client.expect('GET', 'messages', {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      narrow: [{ operator: 'channel', operand: channel }],
    });
    const [{ content, flags }] = messages as [Shown];
    expect(flags).toEqual([]);
    expect(content).toContain(
      `@**all** @*members* #**${channel}** **bold** [x](https://evil.example) :tada: $$x$$`,
    );
    expect(content).not.toMatch(/<(strong|em|span|time)/);
    expect(content.match(/<a /g)).toHaveLength(1);
  });

  it('is cut to the limits of messages and topics', async () => {
    const body = { text: 'word '.repeat(20_000) };
    await hook('json', { query: { stream: channel, topic: 'long '.repeat(50) }, body });
    const [message] = await inChannel();
    expect(Array.from(message!.content).length).toBeLessThanOrEqual(10_000);
    expect(Array.from(message!.subject).length).toBeLessThanOrEqual(60);
  });
});

describe('POST /register', () => {
  it('describes the integrations', async () => {
    const { realm_incoming_webhook_bots: bots } = await member.client.expect('POST', 'register', {
      fetch_event_types: ['realm_incoming_webhook_bots'],
    });
    const byName = new Map((bots as { name: string }[]).map((one) => [one.name, one]));
    expect(byName.get('helloworld')).toEqual({
      name: 'helloworld',
      display_name: 'Hello World',
      all_event_types: null,
      config_options: [],
      url_options: [],
    });
    expect(byName.get('github')).toMatchObject({
      all_event_types: expect.arrayContaining(['push_commits']),
      url_options: [
        { key: 'branches', input_type: 'text' },
        { key: 'ignore_private_repositories', input_type: 'boolean' },
        { key: 'webhook_secret', input_type: 'text' },
      ],
    });
  });
});

describe('the pages', () => {
  const browser = (): Browser => new Browser(test.port, realm.host);

  it('list the integrations, and those with all words of a search', async () => {
    const all = await browser().get('/integrations');
    expect(all.text).toContain('<a href="/integrations/helloworld">Hello World</a>');
    const found = await browser().get('/integrations?search=GIT%20push');
    expect(found.text).toContain('/integrations/github');
    expect(found.text).not.toContain('/integrations/helloworld');
    const none = await browser().get('/integrations?search=%3Cscript%3E');
    expect(none.text).toContain('No integration');
    expect(none.text).not.toContain('<script>');
  });

  it('describe each integration, with its URL', async () => {
    const { status, text } = await browser().get('/integrations/github/');
    expect(status).toBe(200);
    expect(text).toContain(`://${realm.host}/api/v1/external/github?api_key=API-KEY`);
    expect(text).toContain('If there is no such channel, the request succeeds');
    expect(text).toContain('only_events=%5B');
    expect(text).toContain('<strong>Add webhook</strong>');
    expect(text).toContain('<code>push_commits</code>');
    expect((await browser().get('/integrations/none')).status).toBe(404);
  });
});

describe('clients of Slack', () => {
  it('can use their address, and receive what they expect', async () => {
    const answer = await realm.anonymous.raw(
      'POST',
      `/api/v1/slack_incoming_webhook?api_key=${bot.apiKey}&stream=${channel}`,
      {
        body: new URLSearchParams({
          payload: JSON.stringify({ channel: '#deployments', text: 'Deployed *1.2*' }),
        }).toString(),
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      },
    );
    expect(answer).toMatchObject({ status: 200, body: { result: 'success', ok: true } });
    expect(await inChannel()).toMatchObject([
      {
        subject: 'deployments',
        content: 'Deployed **1.2**',
        client: 'ZulipSlackincomingWebhook',
      },
    ]);
  });

  it('verify the address with a challenge', async () => {
    const body = { type: 'url_verification', token: 'sample', challenge: 'sample' };
    expect((await hook('slack', { body })).body).toMatchObject({ challenge: 'sample' });
    const answers = [{}, { challenge: 1 }].map((rest) =>
      hook('slack', { body: { type: 'url_verification', ...rest } }),
    );
    expect(await Promise.all(answers)).toMatchObject([
      { status: 400, body: { code: 'BAD_REQUEST' } },
      { status: 400, body: { code: 'ANOMALOUS_WEBHOOK_PAYLOAD' } },
    ]);
  });

  it('send to the channel of the same name, if the URL maps channels', async () => {
    const body = { token: 'sample', channel_name: channel, user_name: 'sample', text: 'Hello' };
    await hook('slack', { query: { mapping: 'channels', topic: 'One topic' }, body });
    await hook('slack', { query: { mapping: 'channels' }, body });
    expect((await inChannel()).map(({ subject }) => subject)).toEqual([
      'One topic',
      'Message from Slack',
    ]);
  });
});

describe('a channel that the third party names', () => {
  it('is not an ID', async () => {
    const { streams } = await owner.client.expect('GET', 'streams');
    const { stream_id: id } = (streams as { name: string; stream_id: number }[]).find(
      ({ name }) => name === channel,
    )!;
    const body = { token: 'sample', channel_name: String(id), user_name: 'sample', text: 'Hello' };
    const answer = await hook('slack', { query: { mapping: 'channels' }, body });
    expect(answer.status).toBe(200);
    expect(await inChannel()).toEqual([]);
  });
});

describe('a body of escaped quotes that never ends', () => {
  it('is invalid JSON, which is found in linear time', async () => {
    const answer = await hook('json', { body: `"${'\\"'.repeat(500_000)}` });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_JSON' } });
  });
});

describe('Jira', () => {
  it('encodes the URL once more', async () => {
    const body = {
      webhookEvent: 'jira:issue_deleted',
      user: { displayName: 'Sample User' },
      issue: { key: 'SAM-1', self: 'https://jira.example.com/rest/api/2/issue/1', fields: {} },
    };
    await hook('jira', { query: { stream: channel, topic: 'A%20topic' }, body });
    await hook('jira', { query: { stream: channel, topic: '50%' }, body });
    expect((await inChannel()).map(({ subject }) => subject)).toEqual(['A topic', '50%']);
  });
});

describe('HelloSign', () => {
  it('sends JSON in a multipart form, and receives the text that it requires', async () => {
    const send = (event: object): Promise<Answer> =>
      hook('hellosign', {
        query: { stream: channel },
        headers: { 'Content-Type': 'multipart/form-data; boundary=sample' },
        body: `--sample\r\nContent-Disposition: form-data; name="json"\r\n\r\n${JSON.stringify(event)}\r\n--sample--\r\n`,
      });
    const required = { status: 200, body: { msg: 'Hello API Event Received' } };
    expect(await send({ event: { event_type: 'callback_test' } })).toMatchObject(required);
    const request = { title: 'Sample Contract', signatures: [] };
    const event = { event_type: 'signature_request_sent' };
    expect(await send({ event, signature_request: request })).toMatchObject(required);
    expect(await inChannel()).toMatchObject([{ subject: 'Sample Contract' }]);
  });
});

describe('GET /external', () => {
  it('answers the challenge of Dropbox', async () => {
    const path = `/api/v1/external/dropbox?api_key=${bot.apiKey}&challenge=sample`;
    const answer = await new Browser(test.port, realm.host).get(path);
    expect([answer.status, answer.text]).toEqual([200, 'sample']);
  });

  it('is not a method of integrations that do not verify the address', async () => {
    const path = `external/helloworld?api_key=${bot.apiKey}`;
    const answer = await realm.anonymous.raw('GET', `/api/v1/${path}`);
    expect(answer).toMatchObject({ status: 405, body: { code: 'METHOD_NOT_ALLOWED' } });
  });
});
