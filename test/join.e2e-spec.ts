import { describe, expect, it } from '@jest/globals';
import { Database } from '#platform/database/database.js';
import { Role } from '#platform/http/actor.js';
import { sharedMailApp, sharedTestApp, startTestApp } from './app.js';
import { Browser } from './browser.js';
import {
  changeRealmSettings,
  createRealm,
  createUser,
  subscribe,
  type TestRealm,
  type TestUser,
  unique,
} from './factories.js';
import { join, linkTo, PASSWORD, pathIn, userOf, visit } from './invitation-scene.js';
import { runJobs } from './run-jobs.js';
import { createScene } from './scene.js';
import { observersOf, verifyEvents } from './verify-events.js';

const { test, sink } = await sharedMailApp();

const FORM = { full_name: 'Sample Joiner', password: PASSWORD };

async function invite(user: TestUser, parameters: Record<string, unknown> = {}): Promise<string> {
  const email = `${unique('invited')}@example.com`;
  await user.client.expect('POST', 'invites', {
    invitee_emails: email,
    stream_ids: [],
    ...parameters,
  });
  return email;
}

async function link(user: TestUser, parameters: Record<string, unknown> = {}): Promise<string> {
  const { invite_link: url } = await user.client.expect('POST', 'invites/multiuse', parameters);
  return pathIn(url as string);
}

/** The messages of the system bots to a user, oldest first. */
async function writtenTo(userId: number): Promise<string[]> {
  await runJobs(test.app);
  const rows = await test.app.get(Database).query<{ content: string }>(
    `SELECT m.content FROM user_messages um
     JOIN messages m ON m.id = um.message_id JOIN users s ON s.id = m.sender_id
     WHERE um.user_id = $1 AND s.is_system_bot ORDER BY m.id`,
    [userId],
  );
  return rows.map(({ content }) => content);
}

describe('the page of an invitation', () => {
  it('creates the account, which can log in', async () => {
    const { realm, owner } = await createScene(test);
    const email = await invite(owner, { invite_as: Role.Moderator });
    const path = await linkTo(test, sink, email);
    const page = await visit(test, realm.host, path);
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining(email) });
    expect(page.text).toContain('name="password"');
    expect(page.text).not.toContain('name="email"');
    const other = await createUser(test, realm);
    await verifyEvents(test, observersOf(realm, { owner, other }), async () =>
      expect(await visit(test, realm.host, path, FORM)).toMatchObject({ status: 200 }),
    );
    expect(await userOf(realm, email)).toMatchObject({
      full_name: FORM.full_name,
      role: Role.Moderator,
    });
    await realm.anonymous.expect('POST', 'fetch_api_key', { username: email, password: PASSWORD });
    expect((await owner.client.expect('GET', 'invites'))['invites']).toEqual([]);
    for (const form of [undefined, FORM]) {
      expect(await visit(test, realm.host, path, form)).toMatchObject({ status: 410 });
    }
  });

  it('logs the new user in, with a new session', async () => {
    const realm = await createRealm(test);
    const path = await linkTo(test, sink, await invite(realm.owner));
    const browser = new Browser(test.port, realm.host);
    browser.cookies.set('parley_session', 'chosen-by-someone-else');
    const foreign = await browser.submit(path, FORM, { Origin: 'http://elsewhere.example.com' });
    expect(foreign.status).toBe(403);
    expect(browser.cookies.get('parley_session')).toBe('chosen-by-someone-else');
    expect(await browser.submit(path, FORM)).toMatchObject({
      status: 200,
      text: expect.stringContaining('logged in'),
    });
    const token = browser.cookies.get('parley_session')!;
    expect(token).toMatch(/^\w{20,}$/);
    const session = await browser.get('/api/v1/session');
    expect(session.status).toBe(200);
    const { csrf_token: csrf, email } = JSON.parse(session.text) as Record<string, string>;
    expect(await userOf(realm, email!)).toMatchObject({ full_name: FORM.full_name });
    const status = { status_text: 'New here' };
    const write = (headers: Record<string, string>): Promise<{ status: number }> =>
      browser.submit('/api/v1/users/me/status', status, headers);
    expect((await write({})).status).toBe(403);
    expect((await write({ 'X-CSRFToken': csrf! })).status).toBe(200);
  });

  it('asks for no password where passwords are disabled', async () => {
    const own = await startTestApp({
      SMTP_URL: sink.url,
      LDAP_URL: 'ldap://127.0.0.1:1',
      LDAP_SEARCH_BASE: 'dc=example,dc=com',
    });
    try {
      const realm = await createRealm(own);
      await realm.owner.client.expect('PATCH', 'realm', {
        authentication_methods: { Email: false, LDAP: true },
      });
      const email = await invite(realm.owner);
      const path = await linkTo(own, sink, email);
      const page = await visit(own, realm.host, path);
      expect(page).toMatchObject({ status: 200, text: expect.stringContaining('directory') });
      expect(page.text).not.toContain('name="password"');
      const browser = new Browser(own.port, realm.host);
      const answer = await browser.submit(path, { full_name: 'Sample Joiner', password: 'x' });
      expect(answer.status).toBe(200);
      expect((await browser.get('/api/v1/session')).status).toBe(200);
      await userOf(realm, email);
    } finally {
      await own.close();
    }
  });

  it('escapes all values', async () => {
    const realm = await createRealm(test);
    const email = await invite(realm.owner);
    const path = await linkTo(test, sink, email);
    const form = { full_name: '"><script>alert(1)</script>', password: 'short' };
    const answer = await visit(test, realm.host, path, form);
    expect(answer).toMatchObject({
      status: 400,
      text: expect.stringContaining('&#34;&gt;&lt;script&gt;'),
    });
    expect(answer.text).not.toContain('short"');
  });

  it('shows the error and can be submitted again', async () => {
    const realm = await createRealm(test);
    const email = await invite(realm.owner);
    const path = await linkTo(test, sink, email);
    for (const form of [
      {},
      { full_name: 'X', password: PASSWORD },
      { full_name: 'Sample *Joiner*', password: PASSWORD },
      { full_name: 'Sample Joiner', password: 'x'.repeat(101) },
      { full_name: 'Sample Joiner' },
      { full_name: 'Sample Joiner', password: 'sample joiner' },
      { full_name: 'Sample Joiner', password: email.toUpperCase() },
    ]) {
      expect(await visit(test, realm.host, path, form)).toMatchObject({
        status: 400,
        text: expect.stringContaining('role="alert"'),
      });
    }
    const short = { ...FORM, password: 'x'.repeat(7) };
    expect((await visit(test, realm.host, path, short)).text).toContain('at least 8 characters');
    await changeRealmSettings(test, realm, { require_unique_names: true });
    const taken = { ...FORM, full_name: 'Sample Owner' };
    expect(await visit(test, realm.host, path, taken)).toMatchObject({ status: 400 });
    await join(test, realm, sink, email);
  });

  it('needs the complete link, in its organization, before its expiry', async () => {
    const realm = await createRealm(test);
    const foreign = await createRealm(test);
    const email = await invite(realm.owner);
    const path = await linkTo(test, sink, email);
    for (const form of [undefined, FORM]) {
      for (const [host, wrong] of [
        [realm.host, `${path}x`],
        [realm.host, path.slice(0, -2)],
        [foreign.host, path],
      ] as const) {
        expect(await visit(test, host, wrong, form)).toMatchObject({ status: 404 });
      }
    }
    test.clock.advance(10 * 24 * 3600 + 1);
    for (const form of [undefined, FORM]) {
      expect(await visit(test, realm.host, path, form)).toMatchObject({ status: 410 });
    }
    await realm.owner.client.expect('POST', 'realm/deactivate');
    expect(await visit(test, realm.host, path)).toMatchObject({ status: 410 });
  });

  it('ignores other fields than those of the form', async () => {
    const realm = await createRealm(test);
    const email = await invite(realm.owner, { invite_as: Role.Guest });
    const path = await linkTo(test, sink, email);
    const form = { ...FORM, email: 'other@example.com', role: '100', invite_as: '100' };
    expect(await visit(test, realm.host, path, form)).toMatchObject({ status: 200 });
    expect(await userOf(realm, email)).toMatchObject({ role: Role.Guest });
  });

  it('creates one account when two use a link at the same time', async () => {
    const realm = await createRealm(test);
    const email = await invite(realm.owner);
    const path = await linkTo(test, sink, email);
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, i) =>
        visit(test, realm.host, path, { ...FORM, full_name: `Sample Joiner ${i}` }),
      ),
    );
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, 410, 410, 410, 410]);
  });

  it('creates one account for two invitations of an address', async () => {
    const { realm, member } = await createScene(test, { member: {} });
    const email = await invite(realm.owner);
    const first = await linkTo(test, sink, email);
    await member.client.expect('POST', 'invites', { invitee_emails: email, stream_ids: [] });
    const second = await linkTo(test, sink, email);
    const answers = await Promise.all(
      [first, second].map((path) => visit(test, realm.host, path, FORM)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await realm.owner.client.expect('GET', 'invites'))['invites']).toEqual([]);
    for (const path of [first, second]) {
      expect(await visit(test, realm.host, path)).toMatchObject({ status: 410 });
    }
  });
});

describe('a user who joins', () => {
  it('is in the channels and groups of the invitation, and in no others', async () => {
    const { realm, owner } = await createScene(test);
    const secret = await subscribe(owner, unique('secret'), { invite_only: true });
    const gone = await subscribe(owner, unique('gone'));
    const { group_id: group } = await owner.client.expect('POST', 'user_groups/create', {
      name: unique('group'),
      description: 'For new users.',
      members: [],
    });
    const parameters = { stream_ids: [secret, gone], group_ids: [group] };
    const email = await invite(owner, parameters);
    const guest = await invite(owner, { ...parameters, invite_as: Role.Guest });
    await owner.client.expect('DELETE', `streams/${gone}`);
    const reader = await createUser(test, realm);
    await verifyEvents(test, observersOf(realm, { owner, reader }), async () => {
      for (const address of [email, guest]) await join(test, realm, sink, address);
    });
    for (const address of [email, guest]) {
      const { user_id: id } = await userOf(realm, address);
      expect(await channelsOf(realm, id)).toEqual([secret]);
      const { members } = await owner.client.expect(
        'GET',
        `user_groups/${group as number}/members`,
      );
      expect(members).toContain(id);
    }
  });

  it('is in the default channels if the invitation includes them', async () => {
    const realm = await createRealm(test);
    const { streams } = await realm.owner.client.expect('GET', 'streams', {
      include_default: true,
    });
    const defaults = (streams as { stream_id: number; is_default: boolean }[])
      .filter(({ is_default }) => is_default)
      .map(({ stream_id }) => stream_id);
    for (const invite_as of [Role.Member, Role.Guest]) {
      const parameters = { include_realm_default_subscriptions: true, invite_as };
      const email = await invite(realm.owner, { ...parameters, stream_ids: [defaults[0]] });
      const { user_id: id } = await join(test, realm, sink, email);
      expect(await channelsOf(realm, id as number)).toEqual(defaults.toSorted((a, b) => a - b));
    }
  });

  it('is not subscribed to a channel that the inviter can no longer read', async () => {
    const { realm, member } = await createScene(test, { member: {} });
    const open = await subscribe(realm.owner, unique('open'));
    const email = await invite(member, { stream_ids: [open] });
    await realm.owner.client.expect('PATCH', `streams/${open}`, { is_private: true });
    const { user_id: id } = await join(test, realm, sink, email);
    expect(await channelsOf(realm, id as number)).toEqual([]);
  });

  it('is not added to channels and groups that the inviter may no longer add users to', async () => {
    const { realm, owner, member } = await createScene(test, { member: {} });
    const open = await subscribe(owner, unique('open'));
    const { group_id: group } = await member.client.expect('POST', 'user_groups/create', {
      name: unique('group'),
      description: '',
      members: [],
    });
    const email = await invite(member, { stream_ids: [open], group_ids: [group] });
    const path = `user_groups/${group as number}`;
    const { user_groups: groups } = await owner.client.expect('GET', 'user_groups');
    const owners = (groups as { id: number; name: string }[]).find(
      ({ name }) => name === 'role:owners',
    )!.id;
    const only = { new: owners };
    await owner.client.expect('PATCH', path, {
      can_manage_group: only,
      can_add_members_group: only,
    });
    await owner.client.expect('PATCH', 'realm', { can_add_subscribers_group: only });
    test.clock.advance(6);
    const { user_id: id } = await join(test, realm, sink, email);
    expect(await channelsOf(realm, id as number)).toEqual([]);
    const { members } = await owner.client.expect('GET', `${path}/members`);
    expect(members).not.toContain(id);
  });

  it('receives the welcome message of the inviter, of the organization, or none', async () => {
    const { realm, owner, member } = await createScene(test, { member: {} });
    await owner.client.expect('PATCH', 'realm', { welcome_message_custom_text: 'Usual words.' });
    const wordsFor = async (user: TestUser, text: string | null | undefined): Promise<string[]> => {
      const given = text === undefined ? {} : { welcome_message_custom_text: text };
      const { user_id: id } = await join(test, realm, sink, await invite(user, given));
      const [welcome, ...own] = await writtenTo(id as number);
      expect(welcome).toContain('welcome to **Sample Organization**');
      return own;
    };
    expect(await wordsFor(owner, 'Special words.')).toEqual(['Special words.']);
    expect(await wordsFor(owner, undefined)).toEqual(['Usual words.']);
    expect(await wordsFor(owner, 'null')).toEqual(['Usual words.']);
    expect(await wordsFor(owner, '')).toEqual([]);
    expect(await wordsFor(member, 'Special words.')).toEqual(['Usual words.']);
  });

  it('is announced to the inviter, unless disabled', async () => {
    const { realm, member } = await createScene(test, { member: {} });
    const email = await invite(member);
    const { user_id: id } = await join(test, realm, sink, email);
    const notices = await writtenTo(member.userId);
    expect(notices).toEqual([
      expect.stringContaining('welcome'),
      expect.stringContaining(`@_**Sample Joiner|${id as number}**`),
    ]);
    await join(test, realm, sink, await invite(member, { notify_referrer_on_join: false }));
    expect(await writtenTo(member.userId)).toEqual(notices);
  });
});

describe('a reusable link', () => {
  it('asks for an address and sends an email to it, in any case', async () => {
    const { realm, owner } = await createScene(test);
    const path = await link(owner, { invite_as: Role.Guest });
    const page = await visit(test, realm.host, path);
    expect(page.text).toContain('name="email"');
    expect(page.text).not.toContain('name="password"');
    const member = await createUser(test, realm);
    const emails = [`${unique('one')}@example.com`, `${unique('two')}@example.com`];
    const answers: string[] = [];
    for (const email of [...emails, member.email]) {
      const { status, text } = await visit(test, realm.host, path, { ...FORM, email });
      expect(status).toBe(200);
      answers.push(text.replaceAll(email, ''));
    }
    expect(new Set(answers).size).toBe(1);
    for (const email of emails) {
      expect(await owner.client.get(`users/${email}`)).toMatchObject({ status: 400 });
      await join(test, realm, sink, email);
      expect(await userOf(realm, email)).toMatchObject({ role: Role.Guest });
    }
    await runJobs(test.app);
    expect(sink.to(member.email)[0]).toContain('already have an account');
    expect(sink.to(member.email)[0]).not.toContain('/join/');
    expect((await owner.client.expect('GET', 'invites'))['invites']).toHaveLength(1);
  });

  it('follows the rules for addresses and the limit of emails to one', async () => {
    const realm = await createRealm(test);
    const path = await link(realm.owner);
    for (const email of ['', 'nobody', 'a@mailinator.com']) {
      expect(await visit(test, realm.host, path, { email })).toMatchObject({ status: 400 });
    }
    const email = `${unique('one')}@example.com`;
    const statuses: number[] = [];
    for (let i = 0; i < 4; i++) {
      statuses.push((await visit(test, realm.host, path, { email })).status);
    }
    expect(statuses.slice(0, 3)).toEqual([200, 200, 200]);
    await runJobs(test.app);
    expect(sink.to(email).length).toBe(statuses.filter((status) => status === 200).length);
  });

  it('limits the emails for one link and for one visitor', async () => {
    const limited = await startTestApp({ SMTP_URL: sink.url, RATE_LIMITS: 'on' });
    try {
      const realm = await createRealm(limited);
      const path = await link(realm.owner);
      const statuses: number[] = [];
      for (let i = 0; i < 21; i++) {
        const email = `${unique('one')}@example.com`;
        statuses.push((await visit(limited, realm.host, path, { email })).status);
      }
      expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 200));
      expect(statuses[20]).toBe(429);
    } finally {
      await limited.close();
    }
  });

  it('ends, together with its confirmation emails', async () => {
    const realm = await createRealm(test);
    const path = await link(realm.owner, { invite_expires_in_minutes: 60 });
    const email = `${unique('one')}@example.com`;
    await visit(test, realm.host, path, { email });
    const emailed = await linkTo(test, sink, email);
    expect(await visit(test, realm.host, emailed)).toMatchObject({ status: 200 });
    const { invites } = await realm.owner.client.expect('GET', 'invites');
    const [{ id }] = invites as [{ id: number }];
    await realm.owner.client.expect('DELETE', `invites/multiuse/${id}`);
    for (const gone of [path, emailed]) {
      expect(await visit(test, realm.host, gone, { ...FORM, email })).toMatchObject({
        status: 410,
      });
    }
  });

  it('has one form for all fields where no mail is sent', async () => {
    const without = await sharedTestApp();
    const realm = await createRealm(without);
    const path = await link(realm.owner);
    const email = `${unique('one')}@example.com`;
    for (const name of ['email', 'full_name', 'password']) {
      expect((await visit(without, realm.host, path)).text).toContain(`name="${name}"`);
    }
    const form = { ...FORM, email };
    expect(await visit(without, realm.host, path, form)).toMatchObject({ status: 200 });
    expect(await userOf(realm, email)).toMatchObject({ role: Role.Member });
    expect(await visit(without, realm.host, path, form)).toMatchObject({ status: 400 });
    const another = { ...FORM, email: `${unique('two')}@example.com` };
    expect(await visit(without, realm.host, path, another)).toMatchObject({ status: 200 });
  });
});

async function channelsOf({ owner }: TestRealm, userId: number): Promise<number[]> {
  const { subscribed_channel_ids: ids } = await owner.client.expect(
    'GET',
    `users/${userId}/channels`,
  );
  return (ids as number[]).toSorted((a, b) => a - b);
}
