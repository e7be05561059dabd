// Permissions in channels: the result of every operation for every role, kind of channel and subscription
// state.
import { beforeAll, describe, expect, it } from '@jest/globals';
import { FullMembersService } from '#modules/groups/memberships/full-members.service.js';
import { Database } from '#platform/database/database.js';
import { Role } from '#platform/http/actor.js';
import { bystander, groups, openScene, owner, realm, test } from './channel-scene.js';
import type { Parameters } from './client.js';
import {
  changeRealmSettings,
  createRealm,
  createUser,
  sendToStream,
  type TestUser,
  unique,
} from './factories.js';

const OPERATIONS = [
  'see', // access its metadata
  'read', // read its newest message
  'past', // read a message from before the subscription
  'list', // list its topics
  'post', // send a message
  'add', // subscribe another user
  'edit', // change the description
  'join', // subscribe oneself
  'del', // delete a topic
  'end', // archive it
] as const;

type Operation = (typeof OPERATIONS)[number];

/** A dot is a refusal. New members may not add others during their waiting period. */
const ANSWERS = `
                     see  read past list post add  edit join del  end

  public, not in it
    owner            yes  yes  yes  yes  yes  yes  yes  yes  yes  yes
    administrator    yes  yes  yes  yes  yes  yes  yes  yes  yes  yes
    moderator        yes  yes  yes  yes  yes  yes  .    yes  .    .
    full member      yes  yes  yes  yes  yes  yes  .    yes  .    .
    new member       yes  yes  yes  yes  yes  .    .    yes  .    .
    guest            .    .    .    .    .    .    .    .    .    .
    bot              yes  yes  yes  yes  yes  yes  .    yes  .    .
    outsider         .    .    .    .    .    .    .    .    .    .

  public, in it
    owner            yes  yes  yes  yes  yes  yes  yes  yes  yes  yes
    administrator    yes  yes  yes  yes  yes  yes  yes  yes  yes  yes
    moderator        yes  yes  yes  yes  yes  yes  .    yes  .    .
    full member      yes  yes  yes  yes  yes  yes  .    yes  .    .
    new member       yes  yes  yes  yes  yes  .    .    yes  .    .
    guest            yes  yes  yes  yes  yes  .    .    yes  .    .
    bot              yes  yes  yes  yes  yes  yes  .    yes  .    .
    outsider         cannot be

  private with shared history, not in it
    owner            yes  .    .    .    .    .    yes  .    .    yes
    administrator    yes  .    .    .    .    .    yes  .    .    yes
    moderator        .    .    .    .    .    .    .    .    .    .
    full member      .    .    .    .    .    .    .    .    .    .
    new member       .    .    .    .    .    .    .    .    .    .
    guest            .    .    .    .    .    .    .    .    .    .
    bot              .    .    .    .    .    .    .    .    .    .
    outsider         .    .    .    .    .    .    .    .    .    .

  private with shared history, in it
    owner            yes  yes  yes  yes  yes  yes  yes  yes  yes  yes
    administrator    yes  yes  yes  yes  yes  yes  yes  yes  yes  yes
    moderator        yes  yes  yes  yes  yes  yes  .    yes  .    .
    full member      yes  yes  yes  yes  yes  yes  .    yes  .    .
    new member       yes  yes  yes  yes  yes  .    .    yes  .    .
    guest            yes  yes  yes  yes  yes  .    .    yes  .    .
    bot              yes  yes  yes  yes  yes  yes  .    yes  .    .
    outsider         cannot be

  private with protected history, not in it
    owner            yes  .    .    .    .    .    yes  .    .    yes
    administrator    yes  .    .    .    .    .    yes  .    .    yes
    moderator        .    .    .    .    .    .    .    .    .    .
    full member      .    .    .    .    .    .    .    .    .    .
    new member       .    .    .    .    .    .    .    .    .    .
    guest            .    .    .    .    .    .    .    .    .    .
    bot              .    .    .    .    .    .    .    .    .    .
    outsider         .    .    .    .    .    .    .    .    .    .

  private with protected history, in it
    owner            yes  yes  .    yes  yes  yes  yes  yes  yes  yes
    administrator    yes  yes  .    yes  yes  yes  yes  yes  yes  yes
    moderator        yes  yes  .    yes  yes  yes  .    yes  .    .
    full member      yes  yes  .    yes  yes  yes  .    yes  .    .
    new member       yes  yes  .    yes  yes  .    .    yes  .    .
    guest            yes  yes  .    yes  yes  .    .    yes  .    .
    bot              yes  yes  .    yes  yes  yes  .    yes  .    .
    outsider         cannot be

  web-public, not in it
    owner            yes  yes  yes  yes  yes  yes  yes  yes  yes  yes
    administrator    yes  yes  yes  yes  yes  yes  yes  yes  yes  yes
    moderator        yes  yes  yes  yes  yes  yes  .    yes  .    .
    full member      yes  yes  yes  yes  yes  yes  .    yes  .    .
    new member       yes  yes  yes  yes  yes  .    .    yes  .    .
    guest            yes  yes  yes  yes  .    .    .    yes  .    .
    bot              yes  yes  yes  yes  yes  yes  .    yes  .    .
    outsider         .    .    .    .    .    .    .    .    .    .

  web-public, in it
    owner            yes  yes  yes  yes  yes  yes  yes  yes  yes  yes
    administrator    yes  yes  yes  yes  yes  yes  yes  yes  yes  yes
    moderator        yes  yes  yes  yes  yes  yes  .    yes  .    .
    full member      yes  yes  yes  yes  yes  yes  .    yes  .    .
    new member       yes  yes  yes  yes  yes  .    .    yes  .    .
    guest            yes  yes  yes  yes  yes  .    .    yes  .    .
    bot              yes  yes  yes  yes  yes  yes  .    yes  .    .
    outsider         cannot be

  archived, not in it
    owner            yes  yes  yes  yes  .    .    yes  .    yes  .
    administrator    yes  yes  yes  yes  .    .    yes  .    yes  .
    moderator        yes  yes  yes  yes  .    .    .    .    .    .
    full member      yes  yes  yes  yes  .    .    .    .    .    .
    new member       yes  yes  yes  yes  .    .    .    .    .    .
    guest            .    .    .    .    .    .    .    .    .    .
    bot              yes  yes  yes  yes  .    .    .    .    .    .
    outsider         .    .    .    .    .    .    .    .    .    .

  archived, in it
    owner            yes  yes  yes  yes  .    .    yes  .    yes  .
    administrator    yes  yes  yes  yes  .    .    yes  .    yes  .
    moderator        yes  yes  yes  yes  .    .    .    .    .    .
    full member      yes  yes  yes  yes  .    .    .    .    .    .
    new member       yes  yes  yes  yes  .    .    .    .    .    .
    guest            yes  yes  yes  yes  .    .    .    .    .    .
    bot              yes  yes  yes  yes  .    .    .    .    .    .
    outsider         cannot be
`;

const KINDS: Record<string, Parameters> = {
  public: {},
  'private with shared history': { invite_only: true, history_public_to_subscribers: true },
  'private with protected history': { invite_only: true },
  'web-public': { is_web_public: true },
  archived: {},
};

const ROLES = [
  'owner',
  'administrator',
  'moderator',
  'full member',
  'new member',
  'guest',
  'bot',
  'outsider',
] as const;

type RoleName = (typeof ROLES)[number];

interface Row {
  kind: string;
  inIt: boolean;
  role: RoleName;
  /** Undefined when the user cannot be subscribed to such a channel. */
  allowed: Record<Operation, boolean> | undefined;
}

const rows = readTable(ANSWERS);

/** Creates the channels; has none of the tested roles. */
let maker: TestUser;
let people: Record<RoleName, TestUser>;

beforeAll(async () => {
  await openScene();
  maker = owner;
  const inRole = (role: Role): Promise<TestUser> => createUser(test, realm, { role });
  people = {
    owner: await inRole(Role.Owner),
    administrator: await inRole(Role.Administrator),
    moderator: await inRole(Role.Moderator),
    'full member': await inRole(Role.Member),
    'new member': await inRole(Role.Member),
    guest: await inRole(Role.Guest),
    bot: await createUser(test, realm, { bot: { type: 1, ownerId: bystander.userId } }),
    outsider: (await createRealm(test)).owner,
  };
  await changeRealmSettings(test, realm, {
    waiting_period_threshold: 3,
    can_add_subscribers_group: groups['role:fullmembers'],
  });
  await test.app
    .get(Database)
    .query(`UPDATE users SET date_joined = date_joined - interval '4 days' WHERE id <> $1`, [
      people['new member'].userId,
    ]);
  await test.app.get(FullMembersService).refresh(realm.realmId);
  // Without a worker, the deletion of a topic does not finish.
  test.clock.skipSleep();
});

interface Place {
  id: number;
  name: string;
}

/** A channel of this kind with two messages; the user is subscribed between them, or not at all. */
async function prepare({ kind, inIt, role }: Row): Promise<Place> {
  const name = unique('channel');
  const { id } = await maker.client.expect('POST', 'channels/create', {
    name,
    subscribers: [maker.userId],
    ...KINDS[kind],
  });
  const place = { id: id as number, name };
  await sendToStream(maker, place.id, 'topic', 'before');
  if (inIt) await subscribeOther(maker, place, people[role].userId);
  await sendToStream(maker, place.id, 'topic', 'after');
  if (kind === 'archived') await maker.client.expect('DELETE', `streams/${place.id}`);
  return place;
}

async function subscribeOther(by: TestUser, { name }: Place, userId: number): Promise<void> {
  await by.client.expect('POST', 'users/me/subscriptions', {
    subscriptions: [{ name }],
    principals: [userId],
    send_new_subscription_messages: false,
  });
}

async function reads({ client }: TestUser, { id }: Place, content: string): Promise<void> {
  const { messages } = await client.expect('GET', 'messages', {
    anchor: 'newest',
    num_before: 10,
    num_after: 0,
    apply_markdown: false,
    narrow: [{ operator: 'channel', operand: id }],
  });
  const found = (messages as { content: string }[]).some((message) => message.content === content);
  if (!found) throw new Error(`"${content}" is not there`);
}

/** Each rejects when it is refused. Operations that change permissions are last. */
const attempts: Record<Operation, (user: TestUser, place: Place) => Promise<unknown>> = {
  see: ({ client }, { id }) => client.expect('GET', `streams/${id}`),
  read: (user, place) => reads(user, place, 'after'),
  past: (user, place) => reads(user, place, 'before'),
  list: async ({ client }, { id }) => {
    const { topics } = await client.expect('GET', `users/me/${id}/topics`);
    expect((topics as { name: string }[]).map(({ name }) => name)).toContain('topic');
  },
  post: (user, { id }) => sendToStream(user, id, 'topic', 'mine'),
  add: async (user, place) => {
    const other = await createUser(test, realm);
    await subscribeOther(user, place, other.userId);
    const { subscribers } = await maker.client.expect('GET', `streams/${place.id}/members`);
    expect(subscribers).toContain(other.userId);
  },
  edit: ({ client }, { id }) => client.expect('PATCH', `streams/${id}`, { description: 'Edited' }),
  join: async ({ client, userId }, { id, name }) => {
    await client.expect('POST', 'users/me/subscriptions', { subscriptions: [{ name }] });
    // The name of a channel of another organization creates one in the own organization.
    const { subscribers } = await maker.client.expect('GET', `streams/${id}/members`);
    if (!(subscribers as number[]).includes(userId)) throw new Error('joined another channel');
  },
  del: ({ client }, { id }) =>
    client.expect('POST', `streams/${id}/delete_topic`, { topic_name: 'topic' }),
  end: ({ client }, { id }) => client.expect('DELETE', `streams/${id}`),
};

it('names every role, kind, state and operation', () => {
  const named = rows.map(({ kind, inIt, role }) => `${kind}, ${inIt}, ${role}`);
  const all = Object.keys(KINDS).flatMap((kind) =>
    [false, true].flatMap((inIt) => ROLES.map((role) => `${kind}, ${inIt}, ${role}`)),
  );
  expect(named).toEqual(all);
  const answered = rows.filter(({ allowed }) => allowed);
  const cells = answered.flatMap(({ allowed }) => Object.values(allowed!));
  // Only combinations of outsiders with a subscription are missing.
  const product = ROLES.length * Object.keys(KINDS).length * 2 * OPERATIONS.length;
  const impossible = Object.keys(KINDS).length * OPERATIONS.length;
  expect(cells).toHaveLength(product - impossible);
  expect([product, impossible]).toEqual([800, 50]);
  expect(rows.filter(({ allowed }) => !allowed).map(({ role, inIt }) => [role, inIt])).toEqual(
    Object.keys(KINDS).map(() => ['outsider', true]),
  );
});

describe.each(Object.keys(KINDS))('%s', (kind) => {
  it.each(
    rows
      .filter((row) => row.kind === kind)
      .map((row): [string, Row] => [`${row.role}, ${row.inIt ? '' : 'not '}in it`, row]),
  )('%s', async (_name, row) => {
    const user = people[row.role];
    if (!row.allowed) {
      await expect(prepare(row)).rejects.toThrow('BAD_REQUEST');
      return;
    }
    const place = await prepare(row);
    const done: Partial<Record<Operation, boolean>> = {};
    for (const operation of OPERATIONS) {
      done[operation] = await attempts[operation](user, place).then(
        () => true,
        (refusal: unknown) => {
          expect(String(refusal)).toMatch(/: 400 |is not there|joined another channel/);
          return false;
        },
      );
    }
    expect(done).toEqual(row.allowed);
  });
});

it('users who administer the channel and can read it may add others', async () => {
  const chief = people['new member'];
  const outcomes: boolean[] = [];
  for (const [kind, subscribers] of [
    [{}, []],
    [{ invite_only: true }, []],
    [{ invite_only: true }, [chief.userId]],
  ] as const) {
    const name = unique('channel');
    const { id } = await maker.client.expect('POST', 'channels/create', {
      name,
      subscribers: [maker.userId, ...subscribers],
      can_administer_channel_group: { direct_members: [chief.userId], direct_subgroups: [] },
      ...kind,
    });
    const added = attempts.add(chief, { id: id as number, name });
    outcomes.push(
      await added.then(
        () => true,
        () => false,
      ),
    );
  }
  expect(outcomes).toEqual([true, false, true]);
});

function readTable(text: string): Row[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const [columns = '', ...rest] = lines;
  expect(columns.trim().split(/ +/)).toEqual(OPERATIONS);
  const table: Row[] = [];
  let kind = '';
  let inIt = false;
  for (const line of rest) {
    const heading = /^ {2}(\S.*), (not )?in it$/.exec(line);
    if (heading) {
      kind = heading[1]!;
      inIt = heading[2] === undefined;
      continue;
    }
    const role = ROLES.find((name) => line.trim().startsWith(name));
    if (!role) throw new Error(`No one is named in "${line}"`);
    const answers = line.trim().slice(role.length).trim();
    table.push({
      kind,
      inIt,
      role,
      allowed: answers === 'cannot be' ? undefined : readAnswers(answers),
    });
  }
  return table;
}

function readAnswers(answers: string): Record<Operation, boolean> {
  const words = answers.split(/ +/);
  expect(words).toHaveLength(OPERATIONS.length);
  const entries = OPERATIONS.map((operation, index) => {
    expect(['yes', '.']).toContain(words[index]);
    return [operation, words[index] === 'yes'];
  });
  return Object.fromEntries(entries) as Record<Operation, boolean>;
}
