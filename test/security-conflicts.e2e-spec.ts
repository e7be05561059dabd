// Mutually exclusive requests at the same moment, through two servers: one of them succeeds, the
// others fail with a client error, and all invariants hold.
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { InvitationsService } from '#modules/invites/invites/invitations.service.js';
import { Database } from '#platform/database/database.js';
import { Role } from '#platform/http/actor.js';
import { sharedTestApp } from './app.js';
import { type Answer, Client } from './client.js';
import {
  createChannel,
  createCustomEmoji,
  createUser,
  sendToStream,
  type TestRealm,
  type TestUser,
  unique,
} from './factories.js';
import { runJobs } from './run-jobs.js';
import { createScene } from './scene.js';
import { exchange } from './security-scene.js';

const TRIES = 24;
const test = await sharedTestApp();
const second = await test.startAnother();

let realm: TestRealm;
let owner: TestUser;

afterAll(() => second.close());

beforeEach(async () => {
  ({ realm, owner } = await createScene(test));
});

type Method = 'POST' | 'PATCH' | 'DELETE';

/** One call on one of the two servers. */
function call(
  index: number,
  user: TestUser,
  method: Method,
  path: string,
  fields: Record<string, unknown> = {},
): Promise<Answer> {
  const port = index % 2 === 0 ? test.port : second.port;
  return new Client(port, realm.host, user).call(method, path, fields);
}

function many(act: (index: number) => Promise<Answer>, count = TRIES): Promise<Answer[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => act(index)));
}

function statuses(answers: { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

async function countOf(sql: string, ...values: unknown[]): Promise<number> {
  const [row] = await test.app.get(Database).query<{ n: number }>(sql, [realm.realmId, ...values]);
  return row!.n;
}

const MADE_ONCE: [what: string, path: string, fields: () => Record<string, unknown>][] = [
  ['a channel', 'channels/create', () => ({ name: 'Same', subscribers: [] })],
  [
    'a linkifier',
    'realm/filters',
    () => ({ pattern: 'SAME-(?P<id>[0-9]+)', url_template: 'https://example.com/{id}' }),
  ],
  ['a folder', 'channel_folders/create', () => ({ name: 'Same' })],
  ['a group', 'user_groups/create', () => ({ name: 'same', description: '', members: [] })],
  ['a profile field', 'realm/profile_fields', () => ({ field_type: 1, name: 'Same' })],
  ['a domain', 'realm/domains', () => ({ domain: 'same.example.com', allow_subdomains: false })],
  [
    'a person',
    'users',
    () => ({ email: 'same@example.com', full_name: 'Same', password: 'a good password' }),
  ],
  ['a bot', 'bots', () => ({ full_name: 'Same', short_name: 'same' })],
  [
    'a view',
    'navigation_views',
    () => ({ fragment: 'narrow/topic/same', is_pinned: true, name: 'Same' }),
  ],
];

describe('unique things are created once:', () => {
  it.each(MADE_ONCE)('%s', async (_what, path, fields) => {
    const answers = await many((index) => call(index, owner, 'POST', path, fields()), 12);
    const { 200: made, ...refused } = statuses(answers);
    expect(made).toBe(1);
    for (const status of Object.keys(refused)) expect(['400', '409']).toContain(status);
  });

  it('a channel of many subscribers', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => createUser(test, realm)));
    const answers = await many((index) =>
      call(index, people[index % people.length]!, 'POST', 'users/me/subscriptions', {
        subscriptions: [{ name: index % 3 === 0 ? 'SAME' : 'same' }],
      }),
    );
    expect(statuses(answers)).toEqual({ 200: TRIES });
    expect(
      await countOf(
        `SELECT count(*)::integer AS n FROM streams WHERE realm_id = $1 AND lower(name) = 'same'`,
      ),
    ).toBe(1);
  });

  it('a reaction', async () => {
    const { id } = await createChannel(owner, []);
    const message = await sendToStream(owner, id, 'topic', 'Sample');
    const path = `messages/${message}/reactions`;
    const added = await many((index) => call(index, owner, 'POST', path, { emoji_name: 'tada' }));
    expect(statuses(added)).toEqual({ 200: 1, 400: TRIES - 1 });
    const taken = await many((index) => call(index, owner, 'DELETE', path, { emoji_name: 'tada' }));
    expect(statuses(taken)).toEqual({ 200: 1, 400: TRIES - 1 });
  });

  it('the deactivation of an emoji', async () => {
    const name = unique('emoji');
    await createCustomEmoji(test, realm, name);
    const answers = await many((index) => call(index, owner, 'DELETE', `realm/emoji/${name}`));
    expect(answers.every(({ status }) => status === 200 || status === 404)).toBe(true);
    expect(
      await countOf(
        `SELECT count(*)::integer AS n FROM event_log
         WHERE realm_id = $1 AND type = 'realm_emoji'`,
      ),
    ).toBe(1);
  });

  it('an account of an invitation', async () => {
    const invitations = test.app.get(InvitationsService);
    const email = `${unique('guest')}@example.com`;
    const tokens = await test.app.get(Database).transaction(() =>
      invitations.createForEmails(
        realm.realmId,
        { inviterId: owner.userId, emails: [email] },
        {
          role: Role.Member,
          streamIds: [],
          groupIds: [],
          withDefaultStreams: true,
          notifiesInviter: true,
          welcomeText: null,
          minutes: 100,
        },
      ),
    );
    const token = tokens.get(email)!;
    const fields = { full_name: 'Sample Joiner', password: 'a good password' };
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        exchange(index % 2 === 0 ? test : second, {
          method: 'POST',
          path: `/join/${token}`,
          host: realm.host,
          fields,
        }),
      ),
    );
    expect(statuses(answers)).toEqual({ 200: 1, 410: 7 });
  });
});

describe('an organization always has an owner', () => {
  async function owners(number: number): Promise<TestUser[]> {
    const more = Array.from({ length: number - 1 }, () =>
      createUser(test, realm, { role: Role.Owner }),
    );
    return [owner, ...(await Promise.all(more))];
  }

  const left = (): Promise<number> =>
    countOf(
      `SELECT count(*)::integer AS n FROM users
       WHERE realm_id = $1 AND role = ${Role.Owner} AND is_active`,
    );

  it.each<[string, (one: TestUser) => [Method, string, Record<string, unknown>]]>([
    ['step down', ({ userId }) => ['PATCH', `users/${userId}`, { role: Role.Member }]],
    ['leave', () => ['DELETE', 'users/me', {}]],
    ['deactivate themselves', ({ userId }) => ['DELETE', `users/${userId}`, {}]],
  ])('when all %s', async (_what, requestOf) => {
    const all = await owners(5);
    const answers = await Promise.all(all.map((one, index) => call(index, one, ...requestOf(one))));
    expect(await left()).toBe(1);
    expect(statuses(answers)[200]).toBe(4);
    expect(answers.every(({ status }) => status < 500)).toBe(true);
  });

  it('when each deactivates the next', async () => {
    const all = await owners(5);
    const answers = await Promise.all(
      all.map((one, index) => call(index, one, 'DELETE', `users/${all[(index + 1) % 5]!.userId}`)),
    );
    expect(answers.every(({ status }) => status < 500)).toBe(true);
    expect(await left()).toBeGreaterThanOrEqual(1);
  });
});

it('groups never contain themselves', async () => {
  const ids: number[] = [];
  for (let left = 6; left > 0; left--) {
    const { group_id: id } = await owner.client.expect('POST', 'user_groups/create', {
      name: unique('group'),
      description: '',
      members: [],
    });
    ids.push(id as number);
  }
  const answers = await many((index) => {
    const from = index % ids.length;
    const to = (from + 1 + Math.floor(index / ids.length)) % ids.length;
    return call(index, owner, 'POST', `user_groups/${ids[from]}/subgroups`, { add: [ids[to]] });
  });
  expect(answers.every(({ status }) => status === 200 || status === 400)).toBe(true);
  expect(
    await countOf(
      `WITH RECURSIVE below(top, id) AS (
         SELECT s.group_id, s.subgroup_id FROM user_group_subgroups s
         JOIN user_groups g ON g.id = s.group_id WHERE g.realm_id = $1
         UNION
         SELECT b.top, s.subgroup_id FROM below b JOIN user_group_subgroups s ON s.group_id = b.id
       ) SELECT count(*)::integer AS n FROM below WHERE top = id`,
    ),
  ).toBe(0);
});

it('users join and leave while their channel becomes a default, private, and archived', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => createUser(test, realm)));
  const { id, name } = await createChannel(owner, [people[0]!]);
  const requests: ((index: number) => Promise<Answer>)[] = [
    (index) => call(index, owner, 'POST', 'default_streams', { stream_id: id }),
    (index) => call(index, owner, 'DELETE', 'default_streams', { stream_id: id }),
    (index) =>
      call(index, people[index % 6]!, 'POST', 'users/me/subscriptions', {
        subscriptions: [{ name }],
      }),
    (index) =>
      call(index, people[index % 6]!, 'DELETE', 'users/me/subscriptions', {
        subscriptions: [name],
      }),
    (index) => call(index, owner, 'PATCH', `streams/${id}`, { is_private: index % 2 === 0 }),
    (index) => call(index, owner, 'PATCH', `streams/${id}`, { new_name: unique('renamed') }),
    (index) =>
      call(index, people[0]!, 'POST', 'messages', {
        type: 'channel',
        to: id,
        topic: 'topic',
        content: 'Sample',
      }),
    (index) =>
      call(index, owner, 'POST', 'users', {
        email: `${unique('new')}@example.com`,
        full_name: 'Sample Joiner',
        password: 'a good password',
      }),
    (index) =>
      index < 60
        ? Promise.resolve({ status: 200, headers: {}, body: {} })
        : call(index, owner, 'DELETE', `streams/${id}`),
  ];
  const answers = await many((index) => requests[index % requests.length]!(index), 90);
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  await runJobs(test.app);
});

it('messages are sent, moved, edited and deleted while their topic is deleted', async () => {
  const member = await createUser(test, realm);
  const { id } = await createChannel(owner, [member]);
  const other = await createChannel(owner, [member]);
  const ids: number[] = [];
  for (let left = 12; left > 0; left--) ids.push(await sendToStream(member, id, 'topic', 'Sample'));
  const one = (index: number): number => ids[index % ids.length]!;
  const requests: ((index: number) => Promise<Answer>)[] = [
    (index) =>
      call(index, member, 'POST', 'messages', {
        type: 'channel',
        to: id,
        topic: 'topic',
        content: 'Sample',
      }),
    (index) =>
      call(index, owner, 'PATCH', `messages/${one(index)}`, {
        topic: '✔ topic',
        propagate_mode: 'change_all',
      }),
    (index) =>
      call(index, owner, 'PATCH', `messages/${one(index)}`, {
        topic: 'topic',
        propagate_mode: 'change_all',
      }),
    (index) =>
      call(index, owner, 'PATCH', `messages/${one(index)}`, {
        stream_id: other.id,
        propagate_mode: 'change_later',
      }),
    (index) =>
      call(index, member, 'PATCH', `messages/${one(index)}`, { content: `Changed ${index}` }),
    (index) => call(index, owner, 'DELETE', `messages/${one(index)}`),
    (index) =>
      call(index, member, 'POST', `messages/${one(index)}/reactions`, { emoji_name: 'tada' }),
    (index) =>
      call(index, member, 'POST', 'messages/flags', { messages: ids, op: 'add', flag: 'starred' }),
    (index) => call(index, member, 'POST', 'mark_all_as_read'),
  ];
  const deletion = call(0, owner, 'POST', `streams/${id}/delete_topic`, { topic_name: 'topic' });
  const answers = await many((index) => requests[index % requests.length]!(index), 90);
  await runJobs(test.app);
  expect([...answers, await deletion].filter(({ status }) => status >= 500)).toEqual([]);
  expect(
    await countOf(
      `SELECT count(*)::integer AS n FROM user_messages c JOIN users u ON u.id = c.user_id
       WHERE u.realm_id = $1 AND NOT EXISTS (SELECT FROM messages m WHERE m.id = c.message_id)`,
    ),
  ).toBe(0);
});
