// The command-line tool. Commands run in this process, except for one of each outcome, which runs in a process
// of its own.
import { afterAll, describe, expect, it } from '@jest/globals';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#platform/database/embedded/embedded-postgres.js';
import { Role } from '#platform/http/actor.js';
import {
  asFlags,
  credentials,
  environmentOf,
  json as output,
  type Outcome,
  runHere,
  runProcess,
} from './admin-command.js';
import { ownTestApp } from './app.js';
import { Browser } from './browser.js';
import { createRealm, createUser, unique } from './factories.js';

const test = await ownTestApp();
const directory = await mkdtemp(join(tmpdir(), 'parley-admin-'));
const environment = environmentOf(test, join(directory, 'beside'));

afterAll(() => rm(directory, { recursive: true }));

function run(args: string[]): Promise<Outcome> {
  return runHere(args, environment);
}

function json(args: string[]): Promise<Record<string, unknown>> {
  return output(args, environment);
}

describe('the command line', () => {
  it.each([
    [[], runProcess],
    [['realm'], runHere],
    [['realm', 'create'], runHere],
    [['user', 'create'], runHere],
    [['demo'], runHere],
    [['jobs'], runHere],
  ])('explains %j', async (command, start) => {
    const { code, stdout, stderr } = await start([...command, '--help'], {});
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(['Usage: npm run -s admin --', ...command].join(' '));
  });

  it.each([
    [['relm'], "error: unknown command 'relm'", runProcess],
    [['realm', 'lst'], "error: unknown command 'lst'", runHere],
    [['realm', 'list', '--all'], "error: unknown option '--all'", runHere],
    [['realm', 'list', 'more'], 'error: too many arguments', runHere],
    [['realm', 'create', '--string-id', 'x'], 'error: required option', runHere],
    [
      ['demo', '--users', 'many'],
      "error: option '--users <number>' argument 'many' is invalid",
      runHere,
    ],
    [
      ['user', 'create', '--email', 'a@example.com', '--full-name', 'A', '--role', 'king'],
      "error: option '--role <role>' argument 'king' is invalid",
      runHere,
    ],
  ])('refuses %j with the usage', async (args, line, start) => {
    const { code, stdout, stderr } = await start(args, {});
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^error: /);
    expect(stderr).toContain(line);
    expect(stderr).toMatch(/^usage: npm run -s admin -- .*--help/m);
  });

  it('names the configuration error in one line', async () => {
    const { code, stdout, stderr } = await runProcess(['realm', 'list'], {
      ...environment,
      DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
    });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^error: Cannot reach the database at 127\.0\.0\.1:1\/none: .*\n$/);
  });
});

describe('the commands for single accounts', () => {
  it('list, change and deactivate users, and make links for new passwords', async () => {
    const realm = await createRealm(test);
    const { email, userId, client } = await createUser(test, realm);
    const at = ['--realm', realm.host.split('.')[0]!];
    const listed = async (): Promise<unknown> => {
      const users = (await json(['user', 'list', ...at])) as unknown as { email: string }[];
      return users.find((user) => user.email === email);
    };
    expect(await listed()).toEqual({
      user_id: userId,
      email,
      full_name: 'Sample Member',
      role: 'member',
      is_active: true,
      is_bot: false,
    });
    await json(['user', 'role', email, 'moderator', ...at]);
    expect(await listed()).toMatchObject({ role: 'moderator' });
    const onlyOwner = await run(['user', 'role', realm.owner.email, 'member', ...at]);
    expect([onlyOwner.code, onlyOwner.stderr]).toEqual([1, expect.stringContaining('only owner')]);

    const { stdout } = await run(['user', 'reset-link', email, ...at]);
    const { origin, pathname } = new URL(stdout.trim());
    expect(origin).toBe(`http://${realm.host}`);
    const browser = new Browser(test.port, realm.host);
    const password = 'a password that is new';
    expect((await browser.submit(pathname, { password })).status).toBe(200);
    await realm.anonymous.expect('POST', 'fetch_api_key', { username: email, password });
    expect((await client.get('users/me')).status).toBe(401);

    await json(['user', 'deactivate', email, ...at]);
    expect(await listed()).toMatchObject({ is_active: false });
    const { code, stderr } = await run(['user', 'reset-link', email, ...at]);
    expect([code, stderr]).toEqual([1, 'error: The account is deactivated\n']);
    const unknown = await run(['user', 'deactivate', 'unknown@example.com', ...at]);
    expect(unknown.stderr).toContain('No user of the organization has the email');
  });

  it('grant and revoke permissions that the API cannot grant', async () => {
    const realm = await createRealm(test);
    const owner = await createUser(test, realm, { role: Role.Owner });
    const member = await createUser(test, realm);
    const at = ['--realm', realm.host.split('.')[0]!];
    const change = async (): Promise<number> => {
      const new_email = `${unique('new')}@example.com`;
      return (await owner.client.patch(`users/${member.userId}`, { new_email })).status;
    };
    expect(await change()).toBe(400);
    await json(['user', 'grant', owner.email, 'can_change_user_emails', ...at]);
    expect(await change()).toBe(200);
    await json(['user', 'grant', owner.email, 'can_change_user_emails', '--revoke', ...at]);
    expect(await change()).toBe(400);
    expect(await json(['user', 'grant', owner.email, 'can_send_on_behalf', ...at])).toEqual({
      user_id: owner.userId,
      can_send_on_behalf: true,
    });
  });
});

describe('on the database of a server', () => {
  it('creates and lists organizations', async () => {
    const owned = { 'owner-email': 'made@example.com', 'owner-full-name': 'Sample Maker' };
    const named = { 'string-id': 'made', name: 'Made Here' };
    const made = await json(['realm', 'create', ...asFlags({ ...named, ...owned })]);
    expect(made).toMatchObject({ string_id: 'made', url: 'http://made.parley.test' });
    const { owner } = made as { owner: Record<string, string> };
    const place = test.anonymous('made.parley.test');
    const login = { username: 'made@example.com', password: owner['password'] };
    expect(await place.expect('POST', 'fetch_api_key', login)).toMatchObject({
      api_key: owner['api_key'],
    });
    expect(await place.as(credentials(owner)).expect('GET', 'users/me')).toMatchObject({
      user_id: owner['user_id'],
      full_name: 'Sample Maker',
      is_owner: true,
    });
    expect(await json(['realm', 'list'])).toContainEqual({
      realm_id: made['realm_id'],
      string_id: 'made',
      name: 'Made Here',
      url: 'http://made.parley.test',
      deactivated: false,
      deletion_date: null,
    });
    const again = await run(['realm', 'create', '--string-id', 'made', '--name', 'Again']);
    expect(again).toMatchObject({
      code: 1,
      stderr: 'error: There is already a realm with this id\n',
    });
  });

  it('creates a bot of an owner', async () => {
    const realm = await createRealm(test);
    const stringId = realm.host.split('.')[0]!;
    const bot = { 'full-name': 'Sample Helper', 'short-name': 'helper', realm: stringId };
    const owned = { ...bot, 'owner-email': realm.owner.email, type: 'outgoing-webhook' };
    const made = await json(['bot', 'create', ...asFlags(owned)]);
    expect(made['email']).toBe(`helper-bot@${realm.host}`);
    const { user } = await realm.anonymous
      .as(credentials(made))
      .expect('GET', `users/${String(made['user_id'])}`);
    expect(user).toMatchObject({ bot_type: 3, bot_owner_id: realm.owner.userId });
    const nobodys = { ...bot, 'owner-email': 'nobody@example.com' };
    const refused = await run(['bot', 'create', ...asFlags(nobodys)]);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('nobody@example.com');
  });

  it('grants and revokes the permission of a bridge to send on behalf of other users', async () => {
    const realm = await createRealm(test);
    const stringId = realm.host.split('.')[0]!;
    const bridge = await createUser(test, realm, { bot: { type: 1, ownerId: realm.owner.userId } });
    const send = async (): Promise<number> => {
      const message = { type: 'channel', to: 'general', topic: 'bridge', content: 'hello' };
      const forged = { ...message, sender: realm.owner.email, forged: 'yes' };
      return (await bridge.client.post('messages', forged)).status;
    };
    const grant = (email: string): string[] => [
      'user',
      'grant',
      email,
      'can_send_on_behalf',
      ...asFlags({ realm: stringId }),
    ];
    expect(await send()).toBe(400);
    expect(await json(grant(bridge.email))).toEqual({
      user_id: bridge.userId,
      can_send_on_behalf: true,
    });
    expect(await send()).toBe(200);
    await json([...grant(bridge.email), '--revoke']);
    expect(await send()).toBe(400);
    expect(await run(grant('nobody@example.com'))).toMatchObject({ code: 1, stdout: '' });
  });

  it('prints administrative acts by actor, kind and time', async () => {
    const realm = await createRealm(test);
    const { owner } = realm;
    await owner.client.expect('PATCH', 'realm', { name: 'Audited' });
    const list = async (options: Record<string, string>): Promise<unknown> =>
      json(['audit', ...asFlags({ realm: realm.host.split('.')[0]!, ...options })]);
    const change = { kind: 'realm.changed', after: { name: 'Audited' }, actor_id: owner.userId };
    const entries = [expect.objectContaining(change)];
    expect(await list({ kind: 'realm.changed' })).toEqual(entries);
    expect(await list({ actor: owner.email, since: '2020-01-01' })).toEqual(entries);
    expect(await list({ until: '2020-01-01' })).toEqual([]);
    expect(await list({ limit: '1' })).toEqual(entries);
    const unknown = ['audit', '--kind', 'unknown'];
    expect(await run(unknown)).toMatchObject({ code: 1, stdout: '' });
    expect(await run(['audit', '--since', 'soon'])).toMatchObject({ code: 2, stdout: '' });
  });

  it('reactivates an organization and cancels its deletion', async () => {
    const made = await json([
      'realm',
      'create',
      ...asFlags({ 'string-id': 'closed', name: 'Closed' }),
    ]);
    const { api_key: apiKey, email } = made['owner'] as Record<string, string>;
    const place = test.anonymous('closed.parley.test').as({ apiKey: apiKey!, email: email! });
    const reopen = (): Promise<unknown> => run(['realm', 'reactivate', '--realm', 'closed']);
    expect(await reopen()).toMatchObject({ code: 1, stdout: '' });
    await place.expect('POST', 'realm/deactivate', { deletion_delay_days: 30 });
    const inList = async (): Promise<unknown> => {
      const realms = (await json(['realm', 'list'])) as unknown as Record<string, unknown>[];
      return realms.find(({ string_id: id }) => id === 'closed');
    };
    expect(await inList()).toMatchObject({
      deactivated: true,
      deletion_date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    expect(await reopen()).toMatchObject({ code: 0 });
    expect(await inList()).toMatchObject({ deactivated: false, deletion_date: null });
    await place.expect('GET', 'users/me');
  });

  it('creates nothing in an unknown organization', async () => {
    const person = { email: 'a@example.com', 'full-name': 'Sample', realm: 'nowhere' };
    const outcome = await run(['user', 'create', ...asFlags(person)]);
    expect(outcome).toMatchObject({ code: 1, stdout: '' });
    expect(outcome.stderr).toBe(
      'error: There is no organization "nowhere". "realm list" lists the organizations.\n',
    );
  });

  it('creates demo data once, with users and messages', async () => {
    const made = await json(['demo', '--users', '6']);
    expect(made).toMatchObject({ string_id: 'demo', users: 6 });
    expect(made['messages']).toBeGreaterThan(200);
    const people = made['credentials'] as Record<string, string>[];
    expect(people.map((person) => person['role'])).toEqual([
      'owner',
      'administrator',
      'moderator',
      'guest',
      'member',
      'member',
      'bot',
    ]);
    const place = test.anonymous('demo.parley.test');
    const [owner, , , guest] = people.map((person) => place.as(credentials(person)));
    const all = { anchor: 'newest', num_before: 1000, num_after: 0 };
    const { messages } = await owner!.expect('GET', 'messages', all);
    const received = messages as { type: string; flags: string[]; timestamp: number }[];
    expect(new Set(received.map(({ type }) => type))).toEqual(new Set(['stream', 'private']));
    expect(received.filter(({ flags }) => flags.includes('starred')).length).toBeGreaterThan(3);
    expect(received.filter(({ flags }) => !flags.includes('read')).length).toBeGreaterThan(3);
    const times = received.map(({ timestamp }) => timestamp);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times.at(-1)! - times[0]!).toBeGreaterThan(10 * 24 * 3600);
    const { subscriptions } = await guest!.expect('GET', 'users/me/subscriptions');
    expect(subscriptions).toMatchObject([{ name: 'help' }]);

    const again = await run(['demo']);
    expect(again).toMatchObject({ code: 1, stdout: '' });
    expect(again.stderr).toContain('--string-id');
  });
});

describe('with the database in DATA_DIR', () => {
  it('prepares a stopped server, and leaves it stopped', async () => {
    const dataDir = join(directory, 'stopped');
    const variables = { DATA_DIR: dataDir };
    const runThere = (args: string[]): Promise<Outcome> => runHere(args, variables);
    expect((await runThere(['doctor'])).stdout).toMatch(/^warn {2}database/m);
    const tooEarly = await runThere(['user', 'list']);
    expect([tooEarly.code, tooEarly.stderr]).toEqual([
      1,
      expect.stringMatching(/There is no database in .*stopped\. Set DATA_DIR/),
    ]);
    await expect(access(join(dataDir, 'postgres'))).rejects.toThrow('ENOENT');
    const root = ['realm', 'create', '--string-id', '', '--name', 'Root Place'];
    await output(root, variables, runProcess);
    const user = ['user', 'create', '--email', 'a@example.com', '--full-name', 'Sample'];
    expect(await output(user, variables)).toMatchObject({ email: 'a@example.com' });
    expect((await runThere(['migrate'])).code).toBe(0);
    expect((await runThere(['doctor'])).stdout).toMatch(/^ok {4}database .* in \//m);
    await expect(access(join(dataDir, 'postgres', 'postmaster.pid'))).rejects.toThrow('ENOENT');
  });

  it('leaves a running server alone', async () => {
    const dataDir = join(directory, 'running');
    const postgres = await startEmbeddedPostgres({ dataDir });
    try {
      expect(await output(['realm', 'list'], { DATA_DIR: dataDir })).toEqual([]);
      await access(join(dataDir, 'postgres', 'postmaster.pid'));
    } finally {
      await postgres.stop();
    }
  });
});
