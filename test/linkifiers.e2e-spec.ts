import { beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { Role } from '#platform/http/actor.js';
import { sharedTestApp } from './app.js';
import { type Answer, Client } from './client.js';
import {
  createRealm,
  createUser,
  sendDirect,
  sendToStream,
  subscribe,
  type TestRealm,
  type TestUser,
} from './factories.js';
import { TestQueue } from './event-queue.js';
import { createScene } from './scene.js';
import { observersOf, verifyEvents } from './verify-events.js';

const test = await sharedTestApp();

let realm: TestRealm;
let owner: TestUser;
let member: TestUser;

beforeEach(async () => {
  ({ realm, owner, member } = await createScene(test, { member: {} }));
});

const TICKET = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://example.com/{id}' };
const REVERSIBLE = {
  pattern: '(?P<org>[a-z]+)#(?P<id>[0-9]+)',
  url_template: 'https://example.com/{org}/issues/{id}',
  example_input: 'web#12',
  reverse_template: '{org}#{id}',
  alternative_url_templates: ['https://example.com/{org}/pull/{id}'],
};

async function add(parameters: object = TICKET): Promise<number> {
  const { id } = await owner.client.expect('POST', 'realm/filters', { ...parameters });
  return id as number;
}

async function list(user = member): Promise<Record<string, unknown>[]> {
  const { linkifiers } = await user.client.expect('GET', 'realm/linkifiers');
  return linkifiers as Record<string, unknown>[];
}

function outcome({ status, body }: Answer): unknown[] {
  return [status, body['code'], body['msg']];
}

describe('a linkifier', () => {
  it('is listed for all users, with empty optional fields', async () => {
    const first = await add();
    const second = await add(REVERSIBLE);
    const guest = await createUser(test, realm, { role: Role.Guest });

    expect(await list(guest)).toEqual([
      {
        id: first,
        ...TICKET,
        example_input: null,
        reverse_template: null,
        alternative_url_templates: [],
      },
      { id: second, ...REVERSIBLE },
    ]);
  });

  it('is changed; absent fields stay, and an empty text removes a value', async () => {
    const id = await add(REVERSIBLE);
    const { pattern, url_template } = REVERSIBLE;
    await owner.client.expect('PATCH', `realm/filters/${id}`, { pattern, url_template });
    expect(await list()).toEqual([{ id, ...REVERSIBLE }]);

    const other = { pattern, url_template: 'https://example.com/{org}/{id}' };
    await owner.client.expect('PATCH', `realm/filters/${id}`, {
      ...other,
      example_input: '',
      reverse_template: '',
      alternative_url_templates: [],
    });
    expect(await list()).toEqual([
      {
        id,
        ...other,
        example_input: null,
        reverse_template: null,
        alternative_url_templates: [],
      },
    ]);
  });

  it('reads null like an absent field, and the empty text as no value', async () => {
    const nulls = { example_input: 'null', reverse_template: 'null' };
    const id = await add({ ...TICKET, ...nulls });
    const [{ example_input, reverse_template }] = (await list()) as [Record<string, unknown>];
    expect([example_input, reverse_template]).toEqual([null, null]);
    const { pattern, url_template } = REVERSIBLE;
    const change = (fields: object): Promise<unknown> =>
      owner.client.expect('PATCH', `realm/filters/${id}`, { pattern, url_template, ...fields });
    await change(REVERSIBLE);
    await change(nulls);
    const [unchanged] = (await list()) as [Record<string, unknown>];
    expect(unchanged).toMatchObject({
      example_input: REVERSIBLE.example_input,
      reverse_template: REVERSIBLE.reverse_template,
    });
    await change({ example_input: '', reverse_template: '', alternative_url_templates: [] });
    expect(await list()).toMatchObject([{ id, example_input: null, reverse_template: null }]);
  });

  it('keeps the example that its reverse template needs', async () => {
    const id = await add(REVERSIBLE);
    const { pattern, url_template } = REVERSIBLE;
    const answer = await owner.client.patch(`realm/filters/${id}`, {
      pattern,
      url_template,
      example_input: '',
    });
    expect(outcome(answer)).toEqual([
      400,
      'BAD_REQUEST',
      expect.stringMatching(/needs an example/),
    ]);
    expect(await list()).toEqual([{ id, ...REVERSIBLE }]);
  });

  it('is deleted once', async () => {
    const id = await add();
    await owner.client.expect('DELETE', `realm/filters/${id}`);
    expect(await list()).toEqual([]);
    const again = await owner.client.delete(`realm/filters/${id}`);
    expect(outcome(again)).toEqual([400, 'BAD_REQUEST', expect.stringMatching(/no such/)]);
  });

  it('is reordered by a list of all', async () => {
    const ids = [await add(), await add(REVERSIBLE)];
    await owner.client.expect('PATCH', 'realm/linkifiers', {
      ordered_linkifier_ids: ids.toReversed(),
    });
    expect((await list()).map(({ id }) => id)).toEqual(ids.toReversed());
    const [one, two] = ids;
    for (const broken of [[one], [one, one], [one, two, two], [one, 2_000_000], []]) {
      const answer = await owner.client.patch('realm/linkifiers', {
        ordered_linkifier_ids: broken,
      });
      expect(outcome(answer)).toEqual([400, 'BAD_REQUEST', expect.stringMatching(/every/)]);
    }
    expect((await list()).map(({ id }) => id)).toEqual(ids.toReversed());
  });

  it('belongs to its organization', async () => {
    const id = await add();
    const other = await createRealm(test);
    const answers = [
      await other.owner.client.patch(`realm/filters/${id}`, TICKET),
      await other.owner.client.delete(`realm/filters/${id}`),
      await other.owner.client.patch('realm/linkifiers', { ordered_linkifier_ids: [id] }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
    expect(await list(other.owner)).toEqual([]);
  });

  it.each([
    ['member', Role.Member, 400],
    ['moderator', Role.Moderator, 400],
    ['administrator', Role.Administrator, 200],
  ])('may be created, changed and deleted by a %s: %i', async (_name, role, status) => {
    const id = await add();
    const { client } = await createUser(test, realm, { role });
    const answers = [
      await client.post('realm/filters', { ...REVERSIBLE }),
      await client.patch(`realm/filters/${id}`, TICKET),
      await client.delete(`realm/filters/${id}`),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([status, status, status]);
  });
});

/** Too many bytes for an index entry, in few characters. */
const IDEOGRAPHS = Array.from({ length: 950 }, (_, i) => String.fromCodePoint(0x4e00 + i * 7)).join(
  '',
);

describe('an invalid linkifier', () => {
  const { pattern, url_template } = TICKET;
  it.each([
    ['an empty pattern', 'pattern', { pattern: ' ', url_template: 'https://example.com' }, /empty/],
    ['a broken pattern', 'pattern', { pattern: '(?P<id>[0-9', url_template }, /missing closing/],
    ['a look-ahead', 'pattern', { pattern: '(?=a)(?P<id>a)', url_template }, /unsupported/],
    ['a group twice', 'pattern', { pattern: '(?P<id>a)(?P<id>b)', url_template }, /duplicate/],
    [
      'a pattern without end',
      'pattern',
      { pattern: '(?P<id>(a{1000}){1000})', url_template },
      /repeat/,
    ],
    [
      'a pattern of too many steps',
      'pattern',
      { pattern: '(?P<id>(a?b?){400})', url_template },
      /complex/,
    ],
    ['a pattern for nothing', 'pattern', { pattern: '(?P<id>[0-9]*)', url_template }, /empty text/],
    [
      'a long pattern',
      'pattern',
      { pattern: `(?P<id>${'a'.repeat(1000)})`, url_template },
      /too long/,
    ],
    [
      'a pattern of many bytes',
      'pattern',
      { pattern: `(?P<id>[${IDEOGRAPHS}])`, url_template },
      /too long/,
    ],
    ['an empty address', 'url_template', { pattern, url_template: '' }, /URL template is empty/],
    [
      'a brace too few',
      'url_template',
      { pattern, url_template: 'https://example.com/{id' },
      /brace/,
    ],
    ['an expression that is none', 'url_template', { pattern, url_template: '{id}{a b}' }, /"a b"/],
    ['an unknown variable', 'url_template', { pattern, url_template: '{id}{what}' }, /"what"/],
    [
      'an unused group',
      'url_template',
      { pattern, url_template: 'https://example.com' },
      /group "id"/,
    ],
    [
      'a script',
      'url_template',
      { pattern, url_template: 'javascript:alert({id})' },
      /not allowed/,
    ],
    ['another example', 'example_input', { ...TICKET, example_input: 'no. 7' }, /does not match/],
    ['no example', 'example_input', { ...TICKET, reverse_template: '#{id}' }, /needs an example/],
    [
      'an open brace',
      'reverse_template',
      { ...TICKET, example_input: '#7', reverse_template: '#{id' },
      /single \{/,
    ],
    [
      'an unknown part',
      'reverse_template',
      { ...TICKET, example_input: '#7', reverse_template: '#{number}' },
      /"number"/,
    ],
    [
      'a reverse that changes the example',
      'reverse_template',
      { ...TICKET, example_input: '#7', reverse_template: '# {id}' },
      /yields "# 7"/,
    ],
    [
      'a broken alternative',
      'alternative_url_templates',
      { ...TICKET, alternative_url_templates: ['https://example.com/{id'] },
      /alternative.*brace/,
    ],
    [
      'an alternative with an unknown variable',
      'alternative_url_templates',
      { ...TICKET, alternative_url_templates: ['https://example.com/{what}'] },
      /alternative.*"what"/,
    ],
    [
      'an alternative without what the reverse needs',
      'alternative_url_templates',
      {
        ...TICKET,
        example_input: '#7',
        reverse_template: '#{id}',
        alternative_url_templates: ['https://example.com'],
      },
      /"id" of the reverse/,
    ],
    [
      'too many alternatives',
      'alternative_url_templates',
      { ...TICKET, alternative_url_templates: Array(21).fill('https://example.com/{id}') },
      /at most 20/,
    ],
  ])('is refused with the reason: %s', async (_name, field, parameters, reason) => {
    const id = await add({ pattern: 'other', url_template: 'https://example.com' });
    const before = await list();
    const answers = [
      await owner.client.post('realm/filters', { ...parameters }),
      await owner.client.patch(`realm/filters/${id}`, { ...parameters }),
    ];
    for (const answer of answers) {
      expect(outcome(answer)).toEqual([400, 'BAD_REQUEST', expect.stringMatching(reason)]);
      expect(answer.body['errors']).toEqual({ [field]: [answer.body['msg']] });
    }
    expect(await list()).toEqual(before);
  });

  it('is refused when its pattern exists, also for concurrent requests', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map(() => owner.client.post('realm/filters', { ...TICKET })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
    const { msg, errors } = answers.find(({ status }) => status === 400)!.body;
    expect(errors).toEqual({ __all__: [msg] });
    expect(await list()).toHaveLength(1);
  });

  it('is refused when all together are too complex', async () => {
    for (let n = 0; n < 8; n++) {
      await add({ pattern: `x${n}(a?b?){60}`, url_template: 'https://example.com' });
    }
    const answer = await owner.client.post('realm/filters', {
      pattern: 'y(a?b?){60}',
      url_template: 'https://example.com',
    });
    expect(outcome(answer)).toEqual([400, 'BAD_REQUEST', expect.stringMatching(/in total/)]);
  });
});

describe('events', () => {
  it('update the state', async () => {
    const observers = observersOf(realm, { owner, member });
    let id = 0;
    const seen = await verifyEvents(test, observers, async () => {
      id = await add();
      const other = await add(REVERSIBLE);
      await owner.client.expect('PATCH', 'realm/linkifiers', {
        ordered_linkifier_ids: [other, id],
      });
      await owner.client.expect('PATCH', `realm/filters/${id}`, {
        ...TICKET,
        url_template: 'https://example.com/t/{id}',
      });
      await owner.client.expect('DELETE', `realm/filters/${other}`);
    });
    expect(seen.get('member')!.map(({ type }) => type)).toEqual(Array(5).fill('realm_linkifiers'));
    expect(seen.get('member with an old client')).toEqual([]);
  });

  it('are not sent without a change', async () => {
    const id = await add();
    const seen = await verifyEvents(test, observersOf(realm, { member }), async () => {
      await owner.client.expect('PATCH', `realm/filters/${id}`, TICKET);
      await owner.client.expect('PATCH', 'realm/linkifiers', { ordered_linkifier_ids: [id] });
    });
    expect(seen.get('member')).toEqual([]);
  });
});

describe('a message', () => {
  const link = '<a href="https://example.com/7">#7</a>';

  async function read(id: number): Promise<Record<string, unknown>> {
    const { messages } = await member.client.expect('GET', 'messages', {
      message_ids: [id],
      allow_empty_topic_name: true,
    });
    return (messages as Record<string, unknown>[])[0]!;
  }

  it('has links in its text as of sending, and in its topic as of reading', async () => {
    await subscribe(member, 'tickets');
    const before = await sendToStream(member, 'tickets', 'About #7', 'See #7');
    expect(await read(before)).toMatchObject({ content: '<p>See #7</p>', topic_links: [] });

    const id = await add();
    const queue = await TestQueue.register(member.client, { apply_markdown: true });
    const after = await sendToStream(member, 'tickets', 'About #7', 'See #7');
    const links = [{ text: '#7', url: 'https://example.com/7' }];
    expect(await read(after)).toMatchObject({ content: `<p>See ${link}</p>`, topic_links: links });
    expect(await read(before)).toMatchObject({ content: '<p>See #7</p>', topic_links: links });
    const [event] = (await queue.all()).filter(({ type }) => type === 'message');
    expect(event!['message']).toMatchObject({
      content: `<p>See ${link}</p>`,
      topic_links: links,
    });

    await owner.client.expect('DELETE', `realm/filters/${id}`);
    expect(await read(after)).toMatchObject({ content: `<p>See ${link}</p>`, topic_links: [] });
    const last = await sendToStream(member, 'tickets', '', 'See #7');
    expect(await read(last)).toMatchObject({ content: '<p>See #7</p>', topic_links: [] });
  });

  it('to users has links in its text', async () => {
    await add();
    const id = await sendDirect(owner, [member], 'See #7');
    expect(await read(id)).toMatchObject({ content: `<p>See ${link}</p>`, topic_links: [] });
  });

  it('is sent with the linkifiers that another process created', async () => {
    await subscribe(member, 'tickets');
    await sendToStream(member, 'tickets', 'topic', 'warm up');
    const other = await test.startAnother();
    try {
      const elsewhere = new Client(other.port, realm.host, owner);
      await elsewhere.expect('POST', 'realm/filters', TICKET);
      let content = '';
      for (let tries = 0; tries < 50 && !content.includes('href'); tries++) {
        await delay(20);
        const id = await sendToStream(member, 'tickets', 'topic', 'See #7');
        content = (await read(id))['content'] as string;
      }
      expect(content).toBe(`<p>See ${link}</p>`);
    } finally {
      await other.close();
    }
  });
});
