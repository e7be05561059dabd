// Subscribing and unsubscribing, also of others: permissions, notifications and events.
import { beforeAll, describe, expect, it } from '@jest/globals';
import { GroupMembership } from '#modules/groups/groups/group-membership.service.js';
import { UsersService } from '#modules/users/users/users.service.js';
import { Database } from '#platform/database/database.js';
import { Role } from '#platform/http/actor.js';
import { sharedTestApp } from './app.js';
import type { Answer, Parameters } from './client.js';
import {
  changeRealmSettings,
  createPeople,
  createRealm,
  createUser,
  subscribe,
  type TestUser,
  unique,
} from './factories.js';
import { createScene } from './scene.js';

type Body = Answer['body'];
type Rows = Record<string, unknown>[];

const PATH = 'users/me/subscriptions';

const test = await sharedTestApp();
const { realm, owner, admin, member, other, guest } = await createScene(test, {
  admin: { role: Role.Administrator },
  member: { fullName: 'Sample Host' },
  other: {},
  guest: { role: Role.Guest },
});
const groups = await test.app.get(GroupMembership).systemGroupIds(realm.realmId);

function sql<Row extends object>(text: string, values: unknown[]): Promise<Row[]> {
  return test.app.get(Database).query<Row>(text, values);
}

function join(user: TestUser, name: string, parameters: Parameters = {}): Promise<Answer> {
  return user.client.post(PATH, { subscriptions: [{ name }], ...parameters });
}

function leave(user: TestUser, name: string, parameters: Parameters = {}): Promise<Answer> {
  return user.client.delete(PATH, { subscriptions: [name], ...parameters });
}

/** `accepted`, or the code and the message. */
function outcome({ status, body }: Answer): string {
  if (status === 200) return 'accepted';
  return `${String(body['code'])}: ${String(body['msg'])}`;
}

async function subscriptions(user: TestUser, parameters: Parameters = {}): Promise<Rows> {
  const body = await user.client.expect('GET', PATH, parameters);
  return body['subscriptions'] as Rows;
}

async function names(user: TestUser): Promise<string[]> {
  return (await subscriptions(user)).map(({ name }) => String(name));
}

async function countOf(streamId: number): Promise<{ kept: number; real: number }> {
  const [row] = await sql<{ kept: number; real: number }>(
    `SELECT subscriber_count AS kept,
       (SELECT count(*)::integer FROM subscriptions WHERE stream_id = s.id AND is_active) AS real
     FROM streams s WHERE id = $1`,
    [streamId],
  );
  return row!;
}

async function messages(user: TestUser, narrow: unknown): Promise<Rows> {
  const body = await user.client.expect('GET', 'messages', {
    anchor: 'newest',
    num_before: 20,
    num_after: 0,
    narrow,
    apply_markdown: false,
  });
  return body['messages'] as Rows;
}

/** The direct messages of the Notification Bot. */
async function notifications(user: TestUser): Promise<unknown[]> {
  const all = await messages(user, [{ operator: 'is', operand: 'dm' }]);
  return all
    .filter(({ sender_full_name: name }) => name === 'Notification Bot')
    .map(({ content }) => content);
}

function withoutId(event: Record<string, unknown>): Record<string, unknown> {
  const { id: _id, ...rest } = event;
  return rest;
}

function register(user: TestUser, eventTypes: string[]): Promise<Body> {
  return user.client.expect('POST', 'register', { event_types: eventTypes });
}

async function events(user: TestUser, { queue_id, last_event_id }: Body): Promise<Rows> {
  const body = await user.client.expect('GET', 'events', { queue_id, last_event_id });
  return (body['events'] as Rows).map(withoutId);
}

async function waitForEvents(user: TestUser, queue: Body, count: number): Promise<Rows> {
  const found: Rows = [];
  let last = queue['last_event_id'] as number;
  while (found.length < count) {
    const body = await user.client.expect('GET', 'events', {
      queue_id: queue['queue_id'],
      last_event_id: last,
    });
    const batch = body['events'] as Rows;
    last = batch.at(-1)?.['id'] as number;
    found.push(...batch.map(withoutId));
  }
  return found;
}

async function nothingMore(user: TestUser, { queue_id }: Body): Promise<Rows> {
  const body = await user.client.expect('GET', 'events', {
    queue_id,
    last_event_id: -1,
    dont_block: true,
  });
  return body['events'] as Rows;
}

describe('subscribing oneself', () => {
  it('creates new channels, subscribes to existing ones, and returns existing subscriptions', async () => {
    const [made, old, mine] = [unique('made'), unique('old'), unique('mine')];
    await subscribe(owner, old);
    await subscribe(member, mine);
    const { body } = await member.client.post(PATH, {
      subscriptions: [{ name: made }, { name: old.toUpperCase() }, { name: mine }],
    });
    expect(body).toMatchObject({
      already_subscribed: { [member.userId]: [mine] },
      new_subscription_messages_sent: true,
    });
    const { [member.userId]: subscribed } = body['subscribed'] as Record<string, string[]>;
    expect(subscribed?.toSorted()).toEqual([made, old].toSorted());
    expect(body).not.toHaveProperty('unauthorized');
  });

  it('uses each channel once, regardless of spelling', async () => {
    // PostgreSQL lower-cases the dotted capital to i, and both capitals to the same letter.
    const [name, fresh] = [unique('istanbul'), unique('\u03b1\u03c3')];
    await subscribe(owner, name);
    const { status, body } = await member.client.post(PATH, {
      subscriptions: [
        { name },
        { name: name.replace('i', '\u0130') },
        { name: fresh },
        { name: fresh.replace('\u03b1\u03c3', '\u0391\u03a3') },
      ],
    });
    expect([status, body['msg']]).toEqual([200, '']);
    const { [member.userId]: subscribed } = body['subscribed'] as Record<string, string[]>;
    expect(subscribed).toHaveLength(2);
    expect(subscribed).toContain(name);
  });

  it('to an empty list changes nothing', async () => {
    const { body } = await member.client.post(PATH, { subscriptions: [] });
    expect(body).toMatchObject({ subscribed: {}, already_subscribed: {} });
  });

  it('starts with default settings and a color', async () => {
    const name = unique('fresh');
    await subscribe(member, name);
    const [found] = (await subscriptions(member)).filter((row) => row['name'] === name);
    expect(found).toMatchObject({
      is_muted: false,
      in_home_view: true,
      pin_to_top: false,
      desktop_notifications: null,
      audible_notifications: null,
      push_notifications: null,
      email_notifications: null,
      wildcard_mentions_notify: null,
      color: expect.stringMatching(/^#[0-9a-f]{6}$/),
    });
  });

  it('assigns different colors, or the requested one', async () => {
    const person = await createUser(test, realm);
    const wanted = ['#abc', '#123456', undefined, undefined];
    await person.client.expect('POST', PATH, {
      subscriptions: wanted.map((color) => ({ name: unique('colored'), color })),
    });
    const colors = (await subscriptions(person)).map(({ color }) => color);
    expect(colors.slice(0, 2)).toEqual(['#aabbcc', '#123456']);
    expect(new Set(colors).size).toBe(4);
  });

  it('again restores the settings', async () => {
    const name = unique('again');
    const id = await subscribe(member, name);
    await sql(
      `UPDATE subscriptions SET is_muted = true, color = '#000000', push_notifications = false
       WHERE user_id = $1 AND stream_id = $2`,
      [member.userId, id],
    );
    await leave(member, name);
    expect(await names(member)).not.toContain(name);
    const { body } = await member.client.post(PATH, {
      subscriptions: [{ name, color: '#ffffff' }],
    });
    expect(body['subscribed']).toEqual({ [member.userId]: [name] });
    const [found] = (await subscriptions(member)).filter((row) => row['name'] === name);
    expect(found).toMatchObject({ is_muted: true, color: '#000000', push_notifications: false });
  });

  it.each<[string, Parameters, string]>([
    ['no list', {}, 'REQUEST_VARIABLE_MISSING'],
    ['text', { subscriptions: 'general' }, 'subscriptions must be valid JSON'],
    ['an object', { subscriptions: { name: 'general' } }, 'subscriptions must be a list'],
    ['a list of text', { subscriptions: ['general'] }, 'subscriptions[0] must be an object'],
    ['no name', { subscriptions: [{}] }, 'subscriptions[0]["name"] is required'],
    ['a number', { subscriptions: [{ name: 5 }] }, 'subscriptions[0]["name"] must be a string'],
    [
      'a description that is none',
      { subscriptions: [{ name: 'a', description: null }] },
      'subscriptions[0]["description"] must be a string',
    ],
    [
      'an invalid color',
      { subscriptions: [{ name: 'a', color: 'red' }] },
      'subscriptions[0]["color"] is not a valid hex color code',
    ],
  ])('with %s is refused', async (_what, parameters, reason) => {
    expect(outcome(await member.client.post(PATH, parameters))).toContain(reason);
  });
});

describe('subscribing others', () => {
  it('accepts ids and emails, each user once', async () => {
    const name = unique('invited');
    const byId = await join(member, name, {
      principals: [other.userId, other.userId, member.userId],
    });
    expect(byId.body['subscribed']).toEqual({ [member.userId]: [name], [other.userId]: [name] });
    const emails = [guest.email.toUpperCase(), guest.email, other.email];
    const byEmail = await join(member, name, { principals: emails });
    expect(byEmail.body).toMatchObject({
      subscribed: { [guest.userId]: [name] },
      already_subscribed: { [other.userId]: [name] },
    });
  });

  it('means the caller without principals', async () => {
    const name = unique('nobody');
    const { body } = await join(member, name, { principals: [] });
    expect(body['subscribed']).toEqual({ [member.userId]: [name] });
  });

  it('accepts bots', async () => {
    const bot = await createUser(test, realm, { bot: { type: 1, ownerId: member.userId } });
    const name = unique('for bots');
    const { body } = await join(member, name, { principals: [bot.userId] });
    expect(body['subscribed']).toEqual({ [bot.userId]: [name] });
    expect(await notifications(bot)).toEqual([]);
  });

  it('refuses unknown, deactivated and foreign users, and system bots', async () => {
    const gone = await createUser(test, realm);
    await sql('UPDATE users SET is_active = false WHERE id = $1', [gone.userId]);
    const foreignOwner = (await createRealm(test)).owner;
    const [bot] = await sql<{ id: number }>(
      `SELECT id FROM users WHERE realm_id = $1 AND is_system_bot LIMIT 1`,
      [realm.realmId],
    );
    const name = unique('refused');
    const wrong: (number | string)[] = [
      2_000_000_000,
      gone.userId,
      gone.email,
      foreignOwner.userId,
      foreignOwner.email,
      bot!.id,
      'notification-bot@zulip.com',
      'nobody@example.com',
      '',
    ];
    for (const principal of wrong) {
      const principals = [typeof principal === 'string' ? other.email : other.userId, principal];
      const answer = await join(member, name, { principals });
      expect(outcome(answer)).toBe(`BAD_REQUEST: There is no active user '${principal}'`);
    }
    const answer = await member.client.get('get_stream_id', { stream: name });
    expect(outcome(answer)).toContain('Invalid channel name');
  });

  it.each([
    ['"all"', 'is not a list'],
    ['5', 'is not a list'],
    ['null', 'is not a list'],
    ['[true]', 'is not a list of user IDs or of email addresses'],
    ['[1, "a@example.com"]', 'is not a list of user IDs or of email addresses'],
    ['[-1]', 'is not a list of user IDs or of email addresses'],
    ['[2147483648]', 'is not a list of user IDs or of email addresses'],
    ['[[1]]', 'is not a list of user IDs or of email addresses'],
    ['[1', 'must be valid JSON'],
  ])('refuses %s', async (principals, reason) => {
    for (const attempt of [join, leave]) {
      const answer = await attempt(member, 'general', { principals });
      expect(outcome(answer)).toBe(`BAD_REQUEST: principals ${reason}`);
    }
  });

  it('needs a permission of the organization or of the channel', async () => {
    const {
      realm: strict,
      person,
      friend,
      visitor,
    } = await createScene(test, { person: {}, friend: {}, visitor: { role: Role.Guest } });
    const ids = await test.app.get(GroupMembership).systemGroupIds(strict.realmId);
    await changeRealmSettings(test, strict, { can_add_subscribers_group: ids['role:moderators'] });
    await subscribe(strict.owner, 'closed');
    await subscribe(strict.owner, 'inviting', {
      can_add_subscribers_group: ids['role:members'],
      principals: [strict.owner.userId, visitor.userId],
    });
    const refusal = 'UNAUTHORIZED_PRINCIPAL: You may not subscribe other users';
    const principals = [friend.userId];
    const attempts: [TestUser, string, Parameters, string][] = [
      [person, 'closed', { principals }, refusal],
      [person, 'closed', { principals, authorization_errors_fatal: false }, refusal],
      [person, 'brand new', { principals }, refusal],
      [person, 'closed', { principals: [person.userId] }, 'accepted'],
      [person, 'inviting', { principals }, 'accepted'],
      [visitor, 'inviting', { principals }, refusal],
      [strict.owner, 'closed', { principals }, 'accepted'],
    ];
    for (const [user, name, parameters, expected] of attempts) {
      const answer = await join(user, name, parameters);
      expect([name, parameters, outcome(answer)]).toEqual([name, parameters, expected]);
    }
  });

  it('is not for guests', async () => {
    const name = unique('guests');
    await subscribe(member, name, { principals: [member.userId, guest.userId] });
    expect(outcome(await join(guest, name, { principals: [other.userId] }))).toMatch(
      /^UNAUTHORIZED_PRINCIPAL/,
    );
  });
});

describe('a channel that is closed to the caller', () => {
  let secret: string;
  let open: string;

  beforeAll(async () => {
    secret = unique('Secret');
    open = unique('open');
    await subscribe(other, secret, { invite_only: true });
  });

  it('refuses the whole request', async () => {
    const answer = await member.client.post(PATH, {
      subscriptions: [{ name: open }, { name: secret }],
    });
    expect(outcome(answer)).toBe(`BAD_REQUEST: Unable to access channel (${secret}).`);
    expect(await names(member)).not.toContain(open);
  });

  it('is left out when refusals are not fatal, with the requested spelling of its name', async () => {
    const asked = secret.toLowerCase();
    const { body } = await member.client.post(PATH, {
      subscriptions: [{ name: open }, { name: asked }],
      authorization_errors_fatal: false,
    });
    expect(body).toMatchObject({
      subscribed: { [member.userId]: [open] },
      already_subscribed: {},
      unauthorized: [asked],
    });
    expect(await names(member)).not.toContain(secret);
  });

  it('is refused for administrators and guests alike', async () => {
    for (const user of [admin, guest]) {
      expect(outcome(await join(user, secret))).toContain('Unable to access channel');
    }
  });

  it('includes public ones for a guest', async () => {
    const name = unique('public');
    await subscribe(member, name);
    expect(outcome(await join(guest, name))).toContain('Unable to access channel');
    const { body } = await join(guest, name, { authorization_errors_fatal: false });
    expect(body).toMatchObject({ subscribed: {}, unauthorized: [name] });
  });

  it('opens to users who may subscribe themselves or others', async () => {
    const rights = [
      { can_subscribe_group: { direct_members: [member.userId], direct_subgroups: [] } },
      { can_add_subscribers_group: { direct_members: [member.userId], direct_subgroups: [] } },
    ];
    for (const right of rights) {
      const name = unique('opening');
      await subscribe(other, name, { invite_only: true, ...right });
      expect(outcome(await join(admin, name))).toContain('Unable to access channel');
      expect(outcome(await join(member, name))).toBe('accepted');
    }
  });

  it('opens to users that a subscriber adds', async () => {
    const { body } = await join(other, secret, { principals: [admin.userId] });
    expect(body['subscribed']).toEqual({ [admin.userId]: [secret] });
  });

  it('includes archived ones', async () => {
    const name = unique('archived');
    const id = await subscribe(other, name);
    await sql('UPDATE streams SET is_archived = true WHERE id = $1', [id]);
    expect(outcome(await join(member, name))).toBe(
      `BAD_REQUEST: The channel '${name}' is archived`,
    );
  });

  it('opens to guests if it is web-public', async () => {
    await changeRealmSettings(test, realm, { enable_spectator_access: true });
    const name = unique('web');
    await subscribe(owner, name, { is_web_public: true });
    expect(outcome(await join(guest, name))).toBe('accepted');
  });
});

describe('unsubscribing', () => {
  it('oneself returns removed channels and those without a subscription', async () => {
    const [mine, foreign] = [unique('mine'), unique('foreign')];
    const id = await subscribe(member, mine);
    await subscribe(owner, foreign);
    const { body } = await member.client.delete(PATH, {
      subscriptions: [mine.toUpperCase(), foreign, mine],
    });
    expect(body).toMatchObject({ removed: [mine], not_removed: [foreign] });
    expect(await countOf(id)).toEqual({ kept: 0, real: 0 });
    const again = await leave(member, mine);
    expect(again.body).toMatchObject({ removed: [], not_removed: [mine] });
  });

  it('from a channel that is unknown, hidden or of another organization is refused', async () => {
    const [hidden, elsewhere, mine] = [unique('hidden'), unique('elsewhere'), unique('mine')];
    await subscribe(other, hidden, { invite_only: true });
    await subscribe((await createRealm(test)).owner, elsewhere);
    await subscribe(member, mine);
    for (const name of [hidden, elsewhere, 'nowhere', '']) {
      const { status, body } = await member.client.delete(PATH, { subscriptions: [mine, name] });
      expect([status, body['code'], body['stream']]).toEqual([400, 'STREAM_DOES_NOT_EXIST', name]);
    }
    expect(await names(member)).toContain(mine);
  });

  it('others is for administrators and users with the permission of the channel', async () => {
    const name = unique('kicking');
    const moderator = await createUser(test, realm, { role: Role.Moderator });
    const bot = await createUser(test, realm, { bot: { type: 1, ownerId: member.userId } });
    const everyone = [owner, admin, moderator, member, other, guest, bot].map((u) => u.userId);
    await subscribe(owner, name, {
      principals: everyone,
      can_remove_subscribers_group: {
        direct_members: [guest.userId],
        direct_subgroups: [groups['role:moderators']],
      },
      can_administer_channel_group: { direct_members: [other.userId], direct_subgroups: [] },
    });
    const refusal = 'UNAUTHORIZED_PRINCIPAL: You may not unsubscribe other users';
    const attempts: [TestUser, TestUser[], string][] = [
      [member, [other], refusal],
      [member, [member, other], refusal],
      [guest, [other], refusal],
      [other, [bot], 'accepted'],
      [owner, [bot], 'accepted'],
      [member, [bot], 'accepted'],
      [member, [member, bot], 'accepted'],
      [moderator, [member, guest], 'accepted'],
      [admin, [owner], 'accepted'],
    ];
    for (const [user, people, expected] of attempts) {
      const principals = people.map(({ userId }) => userId);
      expect([principals, outcome(await leave(user, name, { principals }))]).toEqual([
        principals,
        expected,
      ]);
    }
    const { body } = await leave(other, name, { principals: [] });
    expect(body).toMatchObject({ removed: [name] });
  });

  it('others from a private channel is possible for an administrator without subscription', async () => {
    const name = unique('private');
    await subscribe(member, name, { invite_only: true });
    const { body } = await leave(admin, name, { principals: [member.email.toUpperCase()] });
    expect(body).toMatchObject({ removed: [name], not_removed: [] });
  });

  it.each<[Parameters, string]>([
    [{}, 'REQUEST_VARIABLE_MISSING'],
    [{ subscriptions: 'general' }, 'subscriptions must be valid JSON'],
    [{ subscriptions: [5] }, 'subscriptions[0] must be a string'],
    [{ subscriptions: [{ name: 'general' }] }, 'subscriptions[0] must be a string'],
  ])('with %p is refused', async (parameters, reason) => {
    expect(outcome(await member.client.delete(PATH, parameters))).toContain(reason);
  });
});

describe('GET /users/me/subscriptions', () => {
  it('lists the subscribers of each channel on request', async () => {
    const { reader, visitor, gone } = await createScene(test, {
      reader: {},
      visitor: { role: Role.Guest },
      gone: {},
    });
    const all = [reader, visitor, gone].map(({ userId }) => userId);
    await subscribe(reader, 'readers', { principals: all });
    await sql('UPDATE subscriptions SET user_is_active = false WHERE user_id = $1', [gone.userId]);
    const [without] = await subscriptions(visitor);
    expect(without).not.toHaveProperty('subscribers');
    for (const include of ['true', 'partial']) {
      const [row] = await subscriptions(visitor, { include_subscribers: include });
      expect(row).toMatchObject({ name: 'readers', subscribers: [reader.userId, visitor.userId] });
    }
  });

  it('may list only some subscribers of a large channel', async () => {
    const place = await createRealm(test);
    const crowd = await createPeople(test, place, 260);
    const principals = [place.owner.userId, ...crowd];
    const id = await subscribe(place.owner, 'large', { principals });
    const read = async (include: string): Promise<Record<string, unknown> | undefined> => {
      const rows = await subscriptions(place.owner, { include_subscribers: include });
      return rows.find(({ stream_id }) => stream_id === id);
    };
    expect((await read('true'))?.['subscribers']).toEqual(principals.toSorted((a, b) => a - b));
    const partial = await read('partial');
    expect(partial).not.toHaveProperty('subscribers');
    expect(partial?.['partial_subscribers']).toHaveLength(250);
    expect(partial?.['subscriber_count']).toBe(261);
  });

  it.each(['yes', '', 'True', '"true"', '1'])('refuses %p', async (value) => {
    const answer = await member.client.get(PATH, { include_subscribers: value });
    expect(outcome(answer)).toContain('include_subscribers must be one of: true, false, partial');
  });

  it('omits archived and unsubscribed channels', async () => {
    const [kept, left, old] = [unique('kept'), unique('left'), unique('old')];
    const person = await createUser(test, realm);
    await subscribe(person, kept);
    await subscribe(person, left);
    const id = await subscribe(person, old);
    await leave(person, left);
    await sql('UPDATE streams SET is_archived = true WHERE id = $1', [id]);
    expect(await names(person)).toEqual([kept]);
  });
});

describe('the Notification Bot', () => {
  const who = (): string => `@_**Sample Host|${member.userId}**`;

  it('notifies subscribed users in one message each', async () => {
    const [first, second] = [unique('first'), unique('second')];
    const [one, two] = [await createUser(test, realm), await createUser(test, realm)];
    const principals = [member.userId, one.userId, two.userId];
    await join(member, first, { principals: [member.userId, one.userId] });
    await member.client.expect('POST', PATH, {
      subscriptions: [{ name: first }, { name: second }],
      principals,
    });
    expect(await notifications(one)).toEqual([
      `${who()} subscribed you to the channel #**${first}**.`,
      `${who()} subscribed you to the channel #**${second}**.`,
    ]);
    expect(await notifications(two)).toEqual([
      `${who()} subscribed you to the following channels:\n\n* #**${first}**\n* #**${second}**`,
    ]);
    expect(await notifications(member)).not.toContainEqual(expect.stringContaining(first));
  });

  it('respects the alert words and muted users of each recipient', async () => {
    const { realm: place, alert, deaf } = await createScene(test, { alert: {}, deaf: {} });
    const bot = await test.app.get(UsersService).systemBot(place.realmId, 'notification-bot');
    await alert.client.expect('POST', 'users/me/alert_words', { alert_words: ['tea'] });
    await deaf.client.expect('POST', `users/me/muted_users/${bot.id}`);
    const wanted = ['Green tea', 'Coffee'].map((description) => ({
      name: unique('new'),
      description,
    }));
    await place.owner.client.expect('POST', PATH, {
      subscriptions: wanted,
      principals: [alert.userId, deaf.userId],
    });
    const flags = async (user: TestUser, narrow: unknown): Promise<unknown[]> =>
      (await messages(user, [narrow])).map((message) => message['flags']);
    const inChannels = async (user: TestUser): Promise<unknown[]> =>
      Promise.all(
        wanted.map(async ({ name }) => flags(user, { operator: 'channel', operand: name })),
      );
    expect(await inChannels(alert)).toEqual([[['has_alert_word']], [[]]]);
    expect(await inChannels(deaf)).toEqual([[['read']], [['read']]]);
    const direct = { operator: 'dm', operand: [bot.id] };
    expect(await flags(alert, direct)).toEqual([[]]);
    expect(await flags(deaf, direct)).toEqual([['read']]);
    expect(await notifications(deaf)).toHaveLength(1);
  });

  it('sends nothing if disabled, or for too many users', async () => {
    const place = await createRealm(test);
    const crowd = await createPeople(test, place, 101);
    const ask = async (principals: number[], parameters: Parameters = {}): Promise<Body> => {
      const { body } = await join(place.owner, unique('crowd'), { principals, ...parameters });
      return body;
    };
    const quiet = await ask(crowd.slice(0, 3), { send_new_subscription_messages: false });
    expect(quiet).not.toHaveProperty('new_subscription_messages_sent');
    const direct = async (): Promise<number> => {
      const [row] = await sql<{ n: number }>(
        `SELECT count(*)::integer AS n FROM user_messages WHERE user_id = ANY($1)`,
        [crowd],
      );
      return row!.n;
    };
    await changeRealmSettings(test, place, { send_channel_events_messages: false });
    const before = await direct();
    expect(await ask(crowd)).toMatchObject({ new_subscription_messages_sent: false });
    expect(await direct()).toBe(before);
    expect(await ask(crowd.slice(1))).toMatchObject({ new_subscription_messages_sent: true });
    expect(await direct()).toBe(before + 100);
  });

  it('starts a new channel with a message about its privacy and description', async () => {
    const begin = async (kind: string, parameters: Parameters, description = ''): Promise<void> => {
      const name = unique('begun');
      await member.client.expect('POST', PATH, {
        subscriptions: [{ name, description }],
        ...parameters,
      });
      const [first] = await messages(member, [{ operator: 'channel', operand: name }]);
      const shown = description === '' ? '*No description.*' : description;
      expect(first).toMatchObject({
        sender_full_name: 'Notification Bot',
        subject: 'channel events',
        content: `**${kind}** channel created by ${who()}. **Description:**\n\`\`\` quote\n${shown}\n\`\`\``,
      });
    };
    await begin('Public', {}, 'For *samples*');
    await begin('Private', { invite_only: true });
    await changeRealmSettings(test, realm, {
      enable_spectator_access: true,
      can_create_web_public_channel_group: groups['role:members'],
    });
    await begin('Web-public', { is_web_public: true });
  });

  it('announces new public channels in the configured channel, on request', async () => {
    const place = await createRealm(test);
    const hidden = await subscribe(place.owner, 'announcements', { invite_only: true });
    const person = await createUser(test, place, { fullName: 'Sample Maker' });
    await changeRealmSettings(test, place, { new_stream_announcements_stream_id: hidden });
    const announced = async (): Promise<unknown[]> => {
      const narrow = [
        { operator: 'channel', operand: 'announcements' },
        { operator: 'topic', operand: 'new channels' },
      ];
      return (await messages(place.owner, narrow)).map(({ content }) => content);
    };
    await join(person, 'not announced');
    await join(person, 'private', { invite_only: true, announce: true });
    expect(await announced()).toEqual([]);
    await join(person, 'one', { announce: true });
    await person.client.expect('POST', PATH, {
      subscriptions: [{ name: 'two' }, { name: 'three' }, { name: 'one' }],
      announce: true,
    });
    await join(place.owner, 'one', { announce: true });
    const maker = `@_**Sample Maker|${person.userId}**`;
    expect(await announced()).toEqual([
      `${maker} created a new channel #**one**.`,
      `${maker} created new channels #**two**, #**three**.`,
    ]);
    await changeRealmSettings(test, place, { new_stream_announcements_stream_id: -1 });
    await join(person, 'four', { announce: true });
    expect(await announced()).toHaveLength(2);
  });
});

describe('events', () => {
  const TYPES = ['stream', 'subscription', 'message', 'default_streams'];

  it('publish a new channel before its subscription and its first message', async () => {
    const name = unique('new');
    const [mine, theirs, visitors] = await Promise.all([
      register(member, TYPES),
      register(other, TYPES),
      register(guest, TYPES),
    ]);
    const id = await subscribe(member, name, { principals: [member.userId, guest.userId] });
    const expected = [
      { type: 'stream', op: 'create', streams: [{ stream_id: id, name, subscriber_count: 0 }] },
      {
        type: 'subscription',
        op: 'add',
        subscriptions: [
          { stream_id: id, subscribers: [member.userId, guest.userId], subscriber_count: 2 },
        ],
      },
    ];
    expect((await waitForEvents(member, mine, 3)).slice(0, 2)).toMatchObject(expected);
    expect((await waitForEvents(guest, visitors, 3)).slice(0, 2)).toMatchObject(expected);
    expect((await waitForEvents(other, theirs, 2)).slice(0, 2)).toMatchObject([
      expected[0],
      {
        type: 'subscription',
        op: 'peer_add',
        stream_ids: [id],
        user_ids: [member.userId, guest.userId],
      },
    ]);
  });

  it('publish a channel that was hidden until then to a new subscriber', async () => {
    const [secret, open] = [unique('secret'), unique('open')];
    const secretId = await subscribe(member, secret, { invite_only: true });
    const openId = await subscribe(member, open);
    const person = await createUser(test, realm);
    const visitor = await createUser(test, realm, { role: Role.Guest });
    const [queue, visitors, outsiders] = await Promise.all([
      register(person, ['stream', 'subscription']),
      register(visitor, ['stream', 'subscription']),
      register(other, ['stream', 'subscription']),
    ]);
    await member.client.expect('POST', PATH, {
      subscriptions: [{ name: secret }, { name: open }],
      principals: [person.userId, visitor.userId],
    });
    const found = await waitForEvents(person, queue, 2);
    expect(found).toMatchObject([
      { type: 'stream', op: 'create', streams: [{ stream_id: secretId, subscriber_count: 0 }] },
      {
        type: 'subscription',
        op: 'add',
        subscriptions: [{ subscriber_count: 3 }, { subscriber_count: 3 }],
      },
    ]);
    const shown = await waitForEvents(visitor, visitors, 3);
    expect(shown.slice(0, 2).map(({ streams }) => (streams as Rows)[0]?.['stream_id'])).toEqual(
      expect.arrayContaining([secretId, openId]),
    );
    expect(await events(other, outsiders)).toMatchObject([
      { type: 'subscription', op: 'peer_add', stream_ids: [openId] },
    ]);
    expect(await nothingMore(other, outsiders)).not.toEqual(
      expect.arrayContaining([expect.objectContaining({ op: 'create' })]),
    );
  });

  it('remove a private channel for users who unsubscribe', async () => {
    const name = unique('leaving');
    const id = await subscribe(member, name, {
      invite_only: true,
      principals: [member.userId, other.userId, admin.userId],
    });
    const leaver = await register(other, ['stream', 'subscription']);
    const administrator = await register(admin, ['stream', 'subscription']);
    await leave(other, name);
    await leave(admin, name);
    expect(await waitForEvents(other, leaver, 2)).toEqual([
      { type: 'subscription', op: 'remove', subscriptions: [{ stream_id: id, name }] },
      { type: 'stream', op: 'delete', stream_ids: [id], streams: [{ stream_id: id }] },
    ]);
    expect(await waitForEvents(admin, administrator, 2)).toEqual([
      { type: 'subscription', op: 'peer_remove', stream_ids: [id], user_ids: [other.userId] },
      { type: 'subscription', op: 'remove', subscriptions: [{ stream_id: id, name }] },
    ]);
  });

  it('publish new default channels to members, but not to guests', async () => {
    const [queue, visitors] = [
      await register(member, ['default_streams']),
      await register(guest, ['default_streams']),
    ];
    const id = await subscribe(owner, unique('default'), { is_default_stream: true });
    const [event] = await events(member, queue);
    expect(event).toMatchObject({
      type: 'default_streams',
      default_streams: expect.arrayContaining([id]),
    });
    expect(await nothingMore(guest, visitors)).toEqual([]);
  });

  it('are not sent without a change', async () => {
    const name = unique('still');
    await subscribe(member, name);
    const queue = await register(member, TYPES);
    await join(member, name);
    await leave(member, (await names(owner))[0] ?? '');
    expect(await nothingMore(member, queue)).toEqual([]);
  });
});

describe('a request with several channels', () => {
  it('changes at most 10,000 subscriptions', async () => {
    const principals = await createPeople(test, realm, 11);
    const many = Array.from({ length: 1000 }, () => unique('many'));
    const refusal =
      'BAD_REQUEST: A request with several channels can change at most 10000 subscriptions: send fewer channels or users at once';
    const channels = many.map((name) => ({ name }));
    const joining = await owner.client.post(PATH, { subscriptions: channels, principals });
    expect(outcome(joining)).toBe(refusal);
    const leaving = await owner.client.call('DELETE', PATH, { subscriptions: many, principals });
    expect(outcome(leaving)).toBe(refusal);
    const few = { subscriptions: channels.slice(0, 3), principals };
    expect((await owner.client.post(PATH, few)).status).toBe(200);
  });
});

describe('another organization', () => {
  it('cannot be reached by id, email or name', async () => {
    const there = await createRealm(test);
    const name = unique('shared name');
    const foreign = await subscribe(there.owner, name, { invite_only: true });
    const own = await subscribe(member, name);
    expect(own).not.toBe(foreign);
    expect(await countOf(foreign)).toEqual({ kept: 1, real: 1 });
    await leave(member, name);
    expect(await countOf(foreign)).toEqual({ kept: 1, real: 1 });
    for (const principal of [there.owner.userId, there.owner.email]) {
      for (const attempt of [join, leave]) {
        const answer = await attempt(owner, name, { principals: [principal] });
        expect(outcome(answer)).toBe(`BAD_REQUEST: There is no active user '${principal}'`);
      }
    }
    const credentials = there.anonymous.as(member);
    const { status } = await credentials.get(PATH);
    expect(status).toBe(401);
  });
});
