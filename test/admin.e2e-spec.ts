// Runs the command-line tool: in this process where a server runs anyway, else as an administrator does, in
// one of its own.
import { afterAll, afterEach, describe, expect, it, jest } from '@jest/globals';
import { execFile } from 'node:child_process';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { OnboardingService } from '#modules/users/onboarding/onboarding.service.js';
import { Database } from '#platform/database/database.js';
import { startEmbeddedPostgres } from '#platform/database/embedded/embedded-postgres.js';
import { Role } from '#platform/http/actor.js';
import { PermanentJobError } from '#platform/jobs/job-definition.js';
import { runCommand } from '../src/admin/run-command.js';
import { Terminal } from '../src/admin/terminal.js';
import { ownTestApp } from './app.js';
import { Browser } from './browser.js';
import type { Credentials } from './client.js';
import { createRealm, createUser, unique } from './factories.js';
import { runJobs } from './run-jobs.js';

interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}
// Without a log: a job fails on purpose.
const test = await ownTestApp({ LOG_LEVEL: 'silent' });
const directory = await mkdtemp(join(tmpdir(), 'parley-admin-'));
/** The URL of the server in this process. */
const environment: Record<string, string> = {
  DATABASE_URL: test.database.url,
  DATA_DIR: join(directory, 'beside'),
  SECRET_KEY: test.config.secretKey,
  EXTERNAL_URL: test.config.externalUrl.href,
  ...(test.config.redisUrl === undefined ? {} : { REDIS_URL: test.config.redisUrl }),
};
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => rm(directory, { recursive: true }));

/** Loads the built tool, which takes seconds. */
function runProcess(args: string[], variables: Record<string, string>): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['dist/admin/main.js', ...args],
      { env: { PATH: process.env['PATH'], ...variables } },
      (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
      },
    );
  });
}

async function runHere(args: string[], variables = environment): Promise<Outcome> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const code = await runCommand(new Terminal(variables, stdout, stderr), args);
  const [printed, noted] = [stdout, stderr].map((stream) => String(stream.read() ?? ''));
  return { code, stdout: printed!, stderr: noted! };
}

/** The output of a command that succeeds. */
async function json(args: string[], run = runHere): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await run(args);
  if (code !== 0) throw new Error(`${args.join(' ')}: exit code ${code}, ${stderr}`);
  return JSON.parse(stdout) as Record<string, unknown>;
}

function asFlags(values: Record<string, string>): string[] {
  return Object.entries(values).flatMap(([name, value]) => [`--${name}`, value]);
}

function credentials(printed: unknown): Credentials {
  const { email, api_key: apiKey } = printed as Record<string, string>;
  return { email: email!, apiKey: apiKey! };
}

describe('the command line', () => {
  it.each([[[]], [['realm']], [['realm', 'create']], [['user', 'create']], [['demo']], [['jobs']]])(
    'explains %j',
    async (command) => {
      const { code, stdout, stderr } = await runProcess([...command, '--help'], {});
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toContain(['Usage: npm run -s admin --', ...command].join(' '));
    },
  );

  it.each([
    [['relm'], "error: unknown command 'relm'"],
    [['realm', 'lst'], "error: unknown command 'lst'"],
    [['realm', 'list', '--all'], "error: unknown option '--all'"],
    [['realm', 'list', 'more'], 'error: too many arguments'],
    [['realm', 'create', '--string-id', 'x'], 'error: required option'],
    [['demo', '--users', 'many'], "error: option '--users <number>' argument 'many' is invalid"],
    [
      ['user', 'create', '--email', 'a@example.com', '--full-name', 'A', '--role', 'king'],
      "error: option '--role <role>' argument 'king' is invalid",
    ],
  ])('refuses %j with the usage', async (args, line) => {
    const { code, stdout, stderr } = await runProcess(args, {});
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
    const onlyOwner = await runHere(['user', 'role', realm.owner.email, 'member', ...at]);
    expect([onlyOwner.code, onlyOwner.stderr]).toEqual([1, expect.stringContaining('only owner')]);

    const { stdout } = await runHere(['user', 'reset-link', email, ...at]);
    const { origin, pathname } = new URL(stdout.trim());
    expect(origin).toBe(`http://${realm.host}`);
    const browser = new Browser(test.port, realm.host);
    const password = 'a password that is new';
    expect((await browser.submit(pathname, { password })).status).toBe(200);
    await realm.anonymous.expect('POST', 'fetch_api_key', { username: email, password });
    expect((await client.get('users/me')).status).toBe(401);

    await json(['user', 'deactivate', email, ...at]);
    expect(await listed()).toMatchObject({ is_active: false });
    const { code, stderr } = await runHere(['user', 'reset-link', email, ...at]);
    expect([code, stderr]).toEqual([1, 'error: The account is deactivated\n']);
    const unknown = await runHere(['user', 'deactivate', 'unknown@example.com', ...at]);
    expect(unknown.stderr).toContain('No user of the organization has the email');
  });

  it('grant and revoke what no API can', async () => {
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
    const again = await runHere(['realm', 'create', '--string-id', 'made', '--name', 'Again']);
    expect(again).toMatchObject({
      code: 1,
      stderr: 'error: There is already a realm with this id\n',
    });
  });

  it('creates a user, with a welcome message by a worker', async () => {
    const realm = await createRealm(test);
    const stringId = realm.host.split('.')[0]!;
    const person = { email: 'new@example.com', 'full-name': 'Sample New', role: 'moderator' };
    const given = { ...person, password: 'a sample password', realm: stringId };
    const made = await json(['user', 'create', ...asFlags(given)]);
    expect(Object.keys(made)).toEqual(['user_id', 'email', 'api_key']);
    const login = { username: 'new@example.com', password: 'a sample password' };
    await realm.anonymous.expect('POST', 'fetch_api_key', login);
    const user = realm.anonymous.as(credentials(made));
    expect(await user.expect('GET', 'users/me')).toMatchObject({ role: 300 });
    const { subscriptions } = await user.expect('GET', 'users/me/subscriptions');
    expect(subscriptions).toHaveLength(2);
    await runJobs(test.app);
    const newest = { anchor: 'newest', num_before: 5, num_after: 0 };
    expect(await user.expect('GET', 'messages', newest)).toMatchObject({
      messages: [{ sender_full_name: 'Welcome Bot', type: 'private' }],
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
    const refused = await runHere(['bot', 'create', ...asFlags(nobodys)]);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('nobody@example.com');
  });

  it('allows and forbids a bridge to send on behalf of others', async () => {
    const realm = await createRealm(test);
    const stringId = realm.host.split('.')[0]!;
    const bridge = await createUser(test, realm, { bot: { type: 1, ownerId: realm.owner.userId } });
    const send = async (): Promise<number> => {
      const message = { type: 'channel', to: 'general', topic: 'bridge', content: 'hello' };
      const forged = { ...message, sender: realm.owner.email, forged: 'yes' };
      return (await bridge.client.post('messages', forged)).status;
    };
    const account = asFlags({ email: bridge.email, realm: stringId });
    expect(await send()).toBe(400);
    expect(await json(['bridge', 'allow', ...account])).toEqual({
      user_id: bridge.userId,
      can_send_on_behalf: true,
    });
    expect(await send()).toBe(200);
    await json(['bridge', 'deny', ...account]);
    expect(await send()).toBe(400);
    const unknown = asFlags({ email: 'nobody@example.com', realm: stringId });
    expect(await runHere(['bridge', 'allow', ...unknown])).toMatchObject({ code: 1, stdout: '' });
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
    expect(await runHere(unknown)).toMatchObject({ code: 1, stdout: '' });
    expect(await runHere(['audit', '--since', 'soon'])).toMatchObject({ code: 2, stdout: '' });
  });

  it('reactivates an organization and cancels its deletion', async () => {
    const made = await json([
      'realm',
      'create',
      ...asFlags({ 'string-id': 'closed', name: 'Closed' }),
    ]);
    const { api_key: apiKey, email } = made['owner'] as Record<string, string>;
    const place = test.anonymous('closed.parley.test').as({ apiKey: apiKey!, email: email! });
    const reopen = (): Promise<unknown> => runHere(['realm', 'reactivate', '--realm', 'closed']);
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
    const outcome = await runHere(['user', 'create', ...asFlags(person)]);
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

    const again = await runHere(['demo']);
    expect(again).toMatchObject({ code: 1, stdout: '' });
    expect(again.stderr).toContain('--string-id');
  });

  it('lists and retries failed jobs', async () => {
    const realm = await createRealm(test);
    await runJobs(test.app);
    const onboarding = test.app.get(OnboardingService, { strict: false });
    jest.spyOn(onboarding, 'welcome').mockRejectedValueOnce(new PermanentJobError('Not today'));
    const { userId } = await createUser(test, realm);
    await expect(runJobs(test.app)).rejects.toThrow('failed for good');
    const [failed] = (await json(['jobs', 'failed'])) as unknown as Record<string, unknown>[];
    expect(failed).toMatchObject({
      job: 'welcome-message',
      payload: { realmId: realm.realmId, userId },
      reason: 'Not today',
      attempts: 1,
    });
    expect(await runHere(['jobs', 'retry', failed!['id'] as string])).toMatchObject({ code: 0 });
    await runJobs(test.app);
    expect(await json(['jobs', 'failed'])).toEqual([]);
    expect(await runHere(['jobs', 'retry', 'onboarding/none'])).toMatchObject({ code: 1 });
  });
});

describe('doctor', () => {
  it('reports no problems of a healthy server', async () => {
    await createRealm(test);
    await test.app.get(Database).query('UPDATE worker_presence SET seen_at = now()');
    const { code, stdout, stderr } = await runHere(['doctor']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const lines = stdout.trimEnd().split('\n');
    expect(lines.map((line) => line.split(/ {2,}/)[1])).toEqual([
      'configuration',
      'storage',
      'database',
      'schema',
      'event log',
      'worker',
      'SECRET_KEY',
      'redis',
      'mail',
    ]);
    for (const line of lines) expect(line).toMatch(/^ok {4}/);
  });

  it('names readers of the log that no longer exist', async () => {
    const database = test.app.get(Database);
    const name = 'of-an-old-version';
    await database.query(`INSERT INTO event_consumers (name, start_event_id) VALUES ($1, 0)`, [
      name,
    ]);
    const { code, stdout } = await runHere(['doctor']);
    await database.query(`DELETE FROM event_consumers WHERE name = $1`, [name]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^warn {2}event log +Events are kept for the unknown consumer "of-an-old-version"/m,
    );
  });

  it.each([
    [{ DATABASE_URL: 'mysql://127.0.0.1' }, ['configuration']],
    [
      { DATA_DIR: '/dev/null', DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' },
      ['storage', 'database'],
    ],
    [
      { SECRET_KEY: 'another key, which opens nothing here', REDIS_URL: 'redis://127.0.0.1:1' },
      ['SECRET_KEY', 'redis'],
    ],
  ])('reports the problem of %j', async (variables, subjects) => {
    await createRealm(test);
    const { code, stdout } = await runHere(['doctor'], { ...environment, ...variables });
    expect(code).toBe(1);
    const failures = stdout.split('\n').filter((line) => line.startsWith('FAIL'));
    expect(failures.map((line) => line.split(/ {2,}/)[1])).toEqual(subjects);
  });
});

describe('with the database in DATA_DIR', () => {
  it('prepares a stopped server, and leaves it stopped', async () => {
    const dataDir = join(directory, 'stopped');
    const run = (args: string[]): Promise<Outcome> => runProcess(args, { DATA_DIR: dataDir });
    expect((await run(['doctor'])).stdout).toMatch(/^warn {2}database/m);
    await json(['realm', 'create', '--string-id', '', '--name', 'Root Place'], run);
    const user = ['user', 'create', '--email', 'a@example.com', '--full-name', 'Sample'];
    expect(await json(user, run)).toMatchObject({ email: 'a@example.com' });
    expect((await run(['migrate'])).code).toBe(0);
    expect((await run(['doctor'])).stdout).toMatch(/^ok {4}database .* in \//m);
    await expect(access(join(dataDir, 'postgres', 'postmaster.pid'))).rejects.toThrow('ENOENT');
  });

  it('leaves a running server alone', async () => {
    const dataDir = join(directory, 'running');
    const postgres = await startEmbeddedPostgres({ dataDir });
    try {
      const run = (args: string[]): Promise<Outcome> => runProcess(args, { DATA_DIR: dataDir });
      expect(await json(['realm', 'list'], run)).toEqual([]);
      await access(join(dataDir, 'postgres', 'postmaster.pid'));
    } finally {
      await postgres.stop();
    }
  });
});
