import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { InvitationsService } from '#modules/invites/invites/invitations.service.js';
import { Database } from '#platform/database/database.js';
import { Role } from '#platform/http/actor.js';
import { ownTestApp, sharedTestApp } from './app.js';
import {
  changeRealmSettings,
  createRealm,
  createUser,
  subscribe,
  type TestRealm,
  type TestUser,
  unique,
} from './factories.js';
import { linkTo, PASSWORD, pathIn, visit } from './invitation-scene.js';
import { MailSink } from './mail-sink.js';
import { expectCheap, explain } from './query-plans.js';
import { runJobs } from './run-jobs.js';
import { createScene } from './scene.js';
import { observersOf, verifyEvents } from './verify-events.js';

const sink = await MailSink.start();
const test = await ownTestApp({ SMTP_URL: sink.url, INVITATIONS_PER_DAY: '5' });
afterAll(() => sink.stop());

const refused = { status: 400, body: { code: 'BAD_REQUEST' } };
const DAY = 24 * 3600;

const address = (): string => `${unique('invited')}@example.com`;

type Invite = Record<string, unknown> & { id: number };

async function invites(user: TestUser): Promise<Invite[]> {
  return (await user.client.expect('GET', 'invites'))['invites'] as Invite[];
}

async function invite(user: TestUser, parameters: Record<string, unknown> = {}): Promise<string> {
  const email = address();
  await user.client.expect('POST', 'invites', {
    invitee_emails: email,
    stream_ids: [],
    ...parameters,
  });
  return email;
}

async function link(user: TestUser, parameters: Record<string, unknown> = {}): Promise<string> {
  const { invite_link: url } = await user.client.expect('POST', 'invites/multiuse', parameters);
  return url as string;
}

describe('POST /invites', () => {
  it('sends an email to each address and lists the invitations', async () => {
    const { owner } = await createScene(test);
    const [first, second] = [address(), address()];
    const before = test.clock.seconds();
    await owner.client.expect('POST', 'invites', {
      invitee_emails: `${first},\n Sample Person <${second}>\n, ${first.toUpperCase()}`,
      stream_ids: [],
      invite_as: Role.Moderator,
      notify_referrer_on_join: false,
    });
    const after = test.clock.seconds();
    await runJobs(test.app);
    expect(sink.to(first)).toHaveLength(1);
    expect(sink.to(second)[0]).toContain(
      'Sample Owner has invited you to join Sample Organization',
    );
    const list = await invites(owner);
    const { invited } = list[1]! as { invited?: number };
    expect(invited).toBeGreaterThanOrEqual(before);
    expect(invited).toBeLessThanOrEqual(after);
    expect(list).toEqual([
      expect.objectContaining({ email: first }),
      {
        id: expect.any(Number),
        invited_by_user_id: owner.userId,
        invited,
        expiry_date: invited! + 10 * DAY,
        invited_as: Role.Moderator,
        email: second,
        notify_referrer_on_join: false,
        is_multiuse: false,
      },
    ]);
  });

  it('takes as many statements for five as for one, and sends a different link to each', async () => {
    const realm = await createRealm(test);
    const inviting = async (count: number): Promise<[emails: string[], statements: number]> => {
      const emails = Array.from({ length: count }, address);
      const query = jest.spyOn(test.app.get(Database), 'query');
      try {
        await realm.owner.client.expect('POST', 'invites', {
          invitee_emails: emails.join(),
          stream_ids: [],
        });
        const seen = query.mock.calls.filter(([text]) => /invitation|mails/.test(text));
        return [emails, seen.length];
      } finally {
        query.mockRestore();
      }
    };
    const [, one] = await inviting(1);
    test.clock.advance(DAY + 1);
    const [emails, five] = await inviting(5);
    expect(five).toBe(one);
    for (const email of emails) {
      const page = await visit(test, realm.host, await linkTo(test, sink, email));
      expect(page).toMatchObject({ status: 200, text: expect.stringContaining(email) });
    }
  });

  it('accepts an expiry, and null for none', async () => {
    const { owner } = await createRealm(test);
    await invite(owner, { invite_expires_in_minutes: 60 });
    await invite(owner, { invite_expires_in_minutes: null });
    const [hour, ever] = await invites(owner);
    expect((hour!['expiry_date'] as number) - (hour!['invited'] as number)).toBe(3600);
    expect(ever!['expiry_date']).toBeNull();
    for (const minutes of [0, -1, 'soon']) {
      const parameters = { invitee_emails: address(), stream_ids: [] };
      const answer = await owner.client.post('invites', {
        ...parameters,
        invite_expires_in_minutes: minutes,
      });
      expect(answer).toMatchObject(refused);
    }
    test.clock.advance(3601);
    expect((await invites(owner)).map(({ id }) => id)).toEqual([ever!.id]);
  });

  it('sends the valid invitations and reports the others', async () => {
    const { owner, member, former } = await createScene(test, { member: {}, former: {} });
    await owner.client.expect('DELETE', `users/${former.userId}`);
    const good = address();
    const answer = await owner.client.post('invites', {
      invitee_emails: ['nobody', member.email, former.email, good, 'a@mailinator.com'].join(','),
      stream_ids: [],
    });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        code: 'INVITATION_FAILED',
        errors: [
          ['nobody', expect.any(String), false],
          [member.email, expect.any(String), false],
          [former.email, expect.any(String), true],
          ['a@mailinator.com', expect.any(String), false],
        ],
        sent_invitations: true,
        daily_limit_reached: false,
        license_limit_reached: false,
      },
    });
    expect((await invites(owner)).map(({ email }) => email)).toEqual([good]);
    const none = await owner.client.post('invites', {
      invitee_emails: member.email,
      stream_ids: [],
    });
    expect(none.body).toMatchObject({ code: 'INVITATION_FAILED', sent_invitations: false });
  });

  it('follows the rules for domains and disposable addresses', async () => {
    const { realm, owner } = await createScene(test);
    const parameters = { stream_ids: [], invitee_emails: 'a@mailinator.com' };
    await changeRealmSettings(test, realm, { disallow_disposable_email_addresses: false });
    await owner.client.expect('POST', 'invites', parameters);
    const standIn = { stream_ids: [], invitee_emails: `user${owner.userId}@${realm.host}` };
    expect((await owner.client.post('invites', standIn)).body).toMatchObject({
      code: 'INVITATION_FAILED',
    });
    await changeRealmSettings(test, realm, { emails_restricted_to_domains: true });
    const answer = await owner.client.post('invites', parameters);
    expect(answer.body).toMatchObject({ code: 'INVITATION_FAILED' });
    await owner.client.expect('POST', 'realm/domains', {
      domain: 'mailinator.com',
      allow_subdomains: false,
    });
    await owner.client.expect('POST', 'invites', parameters);
  });

  it('restarts the day of the limit when the clock is set back', async () => {
    const { owner } = await createRealm(test);
    for (let i = 0; i < 5; i++) await invite(owner);
    const parameters = { invitee_emails: address(), stream_ids: [] };
    expect((await owner.client.post('invites', parameters)).status).toBe(400);
    test.clock.advance(-10 * DAY);
    try {
      for (let i = 0; i < 5; i++) await invite(owner);
      expect((await owner.client.post('invites', parameters)).status).toBe(400);
    } finally {
      test.clock.advance(10 * DAY);
    }
  });

  it('sends at most the configured number of emails per day', async () => {
    const { owner } = await createRealm(test);
    for (let i = 0; i < 4; i++) await invite(owner);
    const parameters = { invitee_emails: `${address()},${address()}`, stream_ids: [] };
    const limited = {
      status: 400,
      body: { code: 'INVITATION_FAILED', daily_limit_reached: true, sent_invitations: false },
    };
    expect(await owner.client.post('invites', parameters)).toMatchObject(limited);
    expect(await invites(owner)).toHaveLength(4);
    await invite(owner);
    const [{ id }] = (await invites(owner)) as [Invite];
    expect(await owner.client.post(`invites/${id}/resend`)).toMatchObject(refused);
    test.clock.advance(DAY + 1);
    await owner.client.expect('POST', 'invites', parameters);
    const many = Array.from({ length: 6 }, address).join();
    const answer = await owner.client.post('invites', { ...parameters, invitee_emails: many });
    expect(answer).toMatchObject(limited);
  });

  it('counts each email of the day, including repeated ones', async () => {
    const { owner } = await createRealm(test);
    await invite(owner);
    const [{ id }] = (await invites(owner)) as [Invite];
    for (let i = 0; i < 4; i++) {
      // Repeated emails are limited to one per minute.
      test.clock.advance(3600);
      await owner.client.expect('POST', `invites/${id}/resend`);
    }
    const parameters = { invitee_emails: address(), stream_ids: [] };
    expect(await owner.client.post('invites', parameters)).toMatchObject({
      status: 400,
      body: { daily_limit_reached: true },
    });
    expect(await owner.client.post(`invites/${id}/resend`)).toMatchObject(refused);
    test.clock.advance(DAY);
    await owner.client.expect('POST', 'invites', parameters);
  });

  it('needs the permission to invite, and a role not above the own one', async () => {
    const realm = await createRealm(test);
    const people = {
      owner: realm.owner,
      administrator: await createUser(test, realm, { role: Role.Administrator }),
      moderator: await createUser(test, realm, { role: Role.Moderator }),
      member: await createUser(test, realm),
      guest: await createUser(test, realm, { role: Role.Guest }),
    };
    const roles = [Role.Owner, Role.Administrator, Role.Moderator, Role.Member, Role.Guest];
    const allowed: Record<string, Role[]> = {};
    await changeRealmSettings(test, realm, {
      create_multiuse_invite_group: await everyone(realm),
    });
    for (const [name, { client }] of Object.entries(people)) {
      allowed[name] = [];
      for (const role of roles) {
        const answer = await client.post('invites/multiuse', { invite_as: role });
        if (answer.status === 200) allowed[name].push(role);
        else expect(answer).toMatchObject(refused);
      }
    }
    expect(allowed).toEqual({
      owner: roles,
      administrator: roles.slice(1),
      moderator: roles.slice(2),
      member: roles.slice(3),
      guest: [],
    });
    for (const role of [Role.Administrator, 150, 'member']) {
      const parameters = { invitee_emails: address(), stream_ids: [], invite_as: role };
      expect(await people.member.client.post('invites', parameters)).toMatchObject(refused);
    }
    await invite(people.member);
    await changeRealmSettings(test, realm, { can_invite_users_group: await noOne(realm) });
    const parameters = { invitee_emails: address(), stream_ids: [] };
    expect(await people.owner.client.post('invites', parameters)).toMatchObject(refused);
  });

  it('needs an address, and the list of channels', async () => {
    const { owner } = await createRealm(test);
    for (const invitee_emails of ['', ' , \n']) {
      const answer = await owner.client.post('invites', { invitee_emails, stream_ids: [] });
      expect(answer).toMatchObject(refused);
    }
    const missing = { status: 400, body: { code: 'REQUEST_VARIABLE_MISSING' } };
    expect(await owner.client.post('invites', { stream_ids: [] })).toMatchObject(missing);
    const answer = await owner.client.post('invites', { invitee_emails: address() });
    expect(answer).toMatchObject(missing);
    const long = { invitee_emails: address(), stream_ids: [] };
    expect(
      await owner.client.post('invites', {
        ...long,
        welcome_message_custom_text: 'x'.repeat(8001),
      }),
    ).toMatchObject(refused);
    await owner.client.expect('POST', 'invites', {
      ...long,
      welcome_message_custom_text: '🎉'.repeat(8000),
    });
  });

  it('contains only channels and groups that the caller may add users to', async () => {
    const realm = await createRealm(test);
    const foreign = await createRealm(test);
    const member = await createUser(test, realm);
    const open = await subscribe(realm.owner, unique('open'));
    const closed = await subscribe(realm.owner, unique('closed'), { invite_only: true });
    const elsewhere = await subscribe(foreign.owner, unique('elsewhere'));
    const standard = await defaultChannel(realm);
    const own = await group(member);
    const others = await group(realm.owner);
    const send = (parameters: Record<string, unknown>): Promise<unknown> =>
      member.client.post('invites/multiuse', parameters);
    await changeRealmSettings(test, realm, {
      create_multiuse_invite_group: await everyone(realm),
    });
    for (const id of [closed, elsewhere, 999_999_999]) {
      expect(await send({ stream_ids: [open, id] })).toMatchObject(refused);
    }
    for (const id of [others, 999_999_999, await everyone(realm)]) {
      expect(await send({ group_ids: [own, id] })).toMatchObject(refused);
    }
    expect(await send({ stream_ids: [open], group_ids: [own] })).toMatchObject({ status: 200 });
    await changeRealmSettings(test, realm, { can_add_subscribers_group: await noOne(realm) });
    for (const id of [open, standard]) {
      expect(await send({ stream_ids: [id] })).toMatchObject(refused);
    }
    const led = await subscribe(member, unique('led'));
    expect(await send({ stream_ids: [led, standard] })).toMatchObject({ status: 200 });
    expect(await send({ stream_ids: [led, open] })).toMatchObject(refused);
    expect(await send({ include_realm_default_subscriptions: true })).toMatchObject({
      status: 200,
    });
  });

  it('is refused without a mail server', async () => {
    const without = await sharedTestApp();
    const { owner } = await createRealm(without);
    const parameters = { invitee_emails: address(), stream_ids: [] };
    expect(await owner.client.post('invites', parameters)).toMatchObject(refused);
  });
});

describe('the list', () => {
  it('contains all up to the own role for administrators, and the own ones for others', async () => {
    const { realm, administrator, member } = await createScene(test, {
      administrator: { role: Role.Administrator },
      member: {},
    });
    await link(realm.owner, { invite_as: Role.Owner });
    const ofOwner = await invite(realm.owner);
    const ofMember = await invite(member);
    const foreign = await createRealm(test);
    const seen = async (user: TestUser): Promise<unknown[]> =>
      (await invites(user)).map(({ email }) => email ?? 'link');
    expect(await seen(realm.owner)).toEqual(['link', ofOwner, ofMember]);
    expect(await seen(administrator)).toEqual([ofOwner, ofMember]);
    expect(await seen(member)).toEqual([ofMember]);
    expect(await seen(foreign.owner)).toEqual([]);
    const [ownersLink, ownersEmailed, membersEmailed] = await invites(realm.owner);
    for (const [user, path] of [
      [administrator, `invites/multiuse/${ownersLink!.id}`],
      [member, `invites/${ownersEmailed!.id}`],
      [foreign.owner, `invites/${membersEmailed!.id}`],
      [realm.owner, `invites/${ownersLink!.id}`],
      [realm.owner, `invites/multiuse/${ownersEmailed!.id}`],
      [realm.owner, 'invites/999999999'],
    ] as const) {
      expect(await user.client.delete(path)).toMatchObject(refused);
    }
    expect(await member.client.post(`invites/${ownersEmailed!.id}/resend`)).toMatchObject(refused);
    const guest = await createUser(test, realm, { role: Role.Guest });
    expect(await guest.client.get('invites')).toMatchObject(refused);
  });

  it('is found by index among many', async () => {
    const { realm, member } = await createScene(test, { member: {} });
    await test.app.get(Database).query(
      `INSERT INTO invitations (realm_id, inviter_id, email, token_hash, role, stream_ids, group_ids,
         with_default_streams, notifies_inviter, created_at, state)
       SELECT $1, $2, $3 || n || '@example.com', sha256(($3 || n)::bytea), 400, '{}', '{}', false,
         false, now() - make_interval(days => 2), CASE WHEN n > 20000 THEN 'open' ELSE 'used' END
       FROM generate_series(1, 20010) AS n`,
      [realm.realmId, realm.owner.userId, unique('many')],
    );
    await test.app.get(Database).query('ANALYZE invitations');
    const tables = ['invitations'];
    for (const user of [realm.owner, member]) {
      expectCheap(await explain(test, () => invites(user), 'FROM "invitations"'), 100, tables);
    }
    const path = '/join/unknown';
    const page = (): Promise<unknown> => visit(test, realm.host, path);
    expectCheap(await explain(test, page, 'FROM "invitations"'), 10, tables);
    const send = (): Promise<unknown> => invite(member);
    await test.app.get(Database).query(
      `INSERT INTO invitation_email_batches (realm_id, sent_at, emails)
       SELECT $1, $2::timestamptz - make_interval(days => n), 1 FROM generate_series(2, 20000) AS n`,
      [realm.realmId, test.clock.now()],
    );
    await test.app.get(Database).query('ANALYZE invitation_email_batches');
    const batches = ['invitation_email_batches'];
    expectCheap(await explain(test, send, 'FROM "invitation_email_batches"'), 100, batches);
  });

  it('shows the address of links', async () => {
    const realm = await createRealm(test);
    const { owner } = realm;
    const url = await link(owner, { invite_as: Role.Guest });
    expect(url).toMatch(/\/join\/\w+\/$/);
    for (const path of [pathIn(url), pathIn(url).slice(0, -1)]) {
      expect(await visit(test, realm.host, path)).toMatchObject({ status: 200 });
    }
    expect(await invites(owner)).toEqual([
      {
        id: expect.any(Number),
        invited_by_user_id: owner.userId,
        invited: expect.any(Number),
        expiry_date: expect.any(Number),
        invited_as: Role.Guest,
        link_url: url,
        is_multiuse: true,
      },
    ]);
  });
});

describe('an invitation', () => {
  it('can be revoked by its sender and by administrators', async () => {
    const { realm, member } = await createScene(test, { member: {} });
    const first = await invite(member);
    const second = await invite(member);
    const url = await link(realm.owner);
    const [one, two, three] = await invites(realm.owner);
    await member.client.expect('DELETE', `invites/${one!.id}`);
    await realm.owner.client.expect('DELETE', `invites/${two!.id}`);
    await realm.owner.client.expect('DELETE', `invites/multiuse/${three!.id}`);
    expect(await invites(realm.owner)).toEqual([]);
    for (const path of [await linkTo(test, sink, first), await linkTo(test, sink, second)]) {
      expect(await visit(test, realm.host, path)).toMatchObject({ status: 410 });
    }
    expect(await visit(test, realm.host, pathIn(url))).toMatchObject({ status: 410 });
    expect(await member.client.delete(`invites/${one!.id}`)).toMatchObject(refused);
    expect(await member.client.post(`invites/${one!.id}/resend`)).toMatchObject(refused);
  });

  it('can be sent again, with the same link and a new expiry', async () => {
    const { realm, owner } = await createScene(test);
    const email = await invite(owner, { invite_expires_in_minutes: 60 });
    const before = await linkTo(test, sink, email);
    test.clock.advance(3000);
    const [{ id, invited }] = (await invites(owner)) as [Invite];
    await owner.client.expect('POST', `invites/${id}/resend`);
    const after = await linkTo(test, sink, email);
    expect(sink.to(email)).toHaveLength(2);
    test.clock.advance(3000);
    expect(await visit(test, realm.host, before)).toMatchObject({ status: 200 });
    expect(await visit(test, realm.host, after)).toMatchObject({ status: 200 });
    const [again] = (await invites(owner)) as [Invite];
    expect(again['invited']).toBeGreaterThanOrEqual((invited as number) + 3000);
    test.clock.advance(601);
    expect(await visit(test, realm.host, after)).toMatchObject({ status: 410 });
    expect(await owner.client.post(`invites/${id}/resend`)).toMatchObject(refused);
  });

  it('becomes invalid when its sender is deactivated, permanently', async () => {
    const { realm, member } = await createScene(test, { member: {} });
    const email = await invite(member);
    const path = await linkTo(test, sink, email);
    const { owner } = realm;
    const seen = await verifyEvents(test, observersOf(realm, { owner }), () =>
      owner.client.expect('DELETE', `users/${member.userId}`),
    );
    expect([...seen.values()].flat().map(({ type }) => type)).toContain('invites_changed');
    expect(await invites(owner)).toEqual([]);
    await owner.client.expect('POST', `users/${member.userId}/reactivate`);
    expect(await visit(test, realm.host, path)).toMatchObject({ status: 410 });
  });

  it('is invalid while its sender may not invite to the role', async () => {
    const { realm, administrator } = await createScene(test, {
      administrator: { role: Role.Administrator },
    });
    const email = await invite(administrator, { invite_as: Role.Administrator });
    const path = await linkTo(test, sink, email);
    const url = `users/${administrator.userId}`;
    await realm.owner.client.expect('PATCH', url, { role: Role.Member });
    const form = { full_name: 'Sample Joiner', password: PASSWORD };
    expect(await visit(test, realm.host, path, form)).toMatchObject({ status: 410 });
    expect(await invites(administrator)).toEqual([]);
  });

  it('is published to administrators and its sender', async () => {
    const { realm, owner, member, other } = await createScene(test, { member: {}, other: {} });
    const observers = observersOf(realm, { owner, member, other });
    const received = async (act: () => Promise<unknown>): Promise<string[]> => {
      const seen = await verifyEvents(test, observers, act);
      return [...seen].flatMap(([name, events]) =>
        events.some(({ type }) => type === 'invites_changed') ? [name] : [],
      );
    };
    const concerned = observersOf(realm, { owner, member }).map(({ name }) => name);
    await changeRealmSettings(test, realm, {
      create_multiuse_invite_group: await everyone(realm),
    });
    expect(await received(() => invite(member))).toEqual(concerned);
    expect(await received(() => link(member))).toEqual(concerned);
    const [emailed, many] = (await invites(member)) as [Invite, Invite];
    const resend = `invites/${emailed.id}/resend`;
    expect(await received(() => member.client.expect('POST', resend))).toEqual(concerned);
    expect(await received(() => owner.client.expect('DELETE', `invites/${emailed.id}`))).toEqual(
      concerned,
    );
    const path = `invites/multiuse/${many.id}`;
    expect(await received(() => owner.client.expect('DELETE', path))).toEqual(concerned);
  });
});

async function everyone(realm: TestRealm): Promise<number> {
  return systemGroup(realm, 'role:everyone');
}

async function noOne(realm: TestRealm): Promise<number> {
  return systemGroup(realm, 'role:nobody');
}

async function systemGroup({ owner }: TestRealm, name: string): Promise<number> {
  const { user_groups: groups } = await owner.client.expect('GET', 'user_groups');
  return (groups as { id: number; name: string }[]).find((one) => one.name === name)!.id;
}

async function group({ client }: TestUser): Promise<number> {
  const { group_id: id } = await client.expect('POST', 'user_groups/create', {
    name: unique('group'),
    description: 'For new users.',
    members: [],
  });
  return id as number;
}

async function defaultChannel({ owner }: TestRealm): Promise<number> {
  const { streams } = await owner.client.expect('GET', 'streams', { include_default: true });
  return (streams as { stream_id: number; is_default: boolean }[]).find(
    ({ is_default }) => is_default,
  )!.stream_id;
}

describe('ended invitations', () => {
  const clear = (): Promise<void> => test.app.get(InvitationsService).deleteEnded();

  /** Returns all stored invitations, pending or ended. */
  async function kept({ realmId }: TestRealm): Promise<unknown[]> {
    return test.app
      .get(Database)
      .query(`SELECT email, state FROM invitations WHERE realm_id = $1 ORDER BY id`, [realmId]);
  }

  it('are deleted after a month, unlike pending ones', async () => {
    const { realm, owner } = await createScene(test);
    const forever = await invite(owner, { invite_expires_in_minutes: null });
    const used = await invite(owner);
    const path = await linkTo(test, sink, used);
    const form = { full_name: 'Sample Joiner', password: PASSWORD };
    expect((await visit(test, realm.host, path, form)).status).toBe(200);
    await invite(owner);
    const revoked = (await invites(owner)).at(-1)!;
    await owner.client.expect('DELETE', `invites/${revoked.id}`);
    const expired = await invite(owner, { invite_expires_in_minutes: 60 });
    // An email by a link expires a day later than the link.
    const multiple = await link(owner, { invite_expires_in_minutes: 60 });
    const confirmed = address();
    const asked = await visit(test, realm.host, pathIn(multiple), { email: confirmed });
    expect(asked.status).toBe(200);
    await clear();
    expect(await kept(realm)).toHaveLength(6);
    test.clock.advance(29 * DAY);
    await clear();
    expect(await kept(realm)).toHaveLength(6);
    expect((await visit(test, realm.host, path)).status).toBe(410);
    test.clock.advance(DAY + 3700);
    await clear();
    expect(await kept(realm)).toMatchObject([
      { email: forever, state: 'open' },
      { email: null },
      { email: confirmed },
    ]);
    expect((await visit(test, realm.host, path)).status).toBe(404);
    test.clock.advance(DAY);
    await clear();
    expect(await kept(realm)).toMatchObject([{ email: forever, state: 'open' }]);
    expect(await invites(owner)).toMatchObject([{ email: forever }]);
    expect(expired).not.toBe(forever);
  });
});
