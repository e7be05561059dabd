// The command-line tool with jobs and with the resources of the server.
import { afterAll, afterEach, describe, expect, it, jest } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OnboardingService } from '#modules/users/onboarding/onboarding.service.js';
import { Database } from '#platform/database/database.js';
import { PermanentJobError } from '#platform/jobs/job-definition.js';
import {
  asFlags,
  credentials,
  environmentOf,
  json as output,
  type Outcome,
  runHere,
} from './admin-command.js';
import { ownTestApp } from './app.js';
import { createRealm, createUser } from './factories.js';
import { runJobs } from './run-jobs.js';

// Without a log: a job fails on purpose.
const test = await ownTestApp({ LOG_LEVEL: 'silent' });
const dataDir = await mkdtemp(join(tmpdir(), 'parley-admin-'));
const environment = environmentOf(test, dataDir);

afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => rm(dataDir, { recursive: true }));

function run(args: string[]): Promise<Outcome> {
  return runHere(args, environment);
}

function json(args: string[]): Promise<Record<string, unknown>> {
  return output(args, environment);
}

describe('jobs', () => {
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

  it('lists and retries failed jobs', async () => {
    const realm = await createRealm(test);
    await runJobs(test.app);
    const onboarding = test.app.get(OnboardingService, { strict: false });
    jest.spyOn(onboarding, 'welcome').mockRejectedValueOnce(new PermanentJobError('Not today'));
    const { userId } = await createUser(test, realm);
    await expect(runJobs(test.app)).rejects.toThrow('failed permanently');
    const [failed] = (await json(['jobs', 'failed'])) as unknown as Record<string, unknown>[];
    expect(failed).toMatchObject({
      job: 'welcome-message',
      payload: { realmId: realm.realmId, userId },
      reason: 'Not today',
      attempts: 1,
    });
    expect(await run(['jobs', 'retry', failed!['id'] as string])).toMatchObject({ code: 0 });
    await runJobs(test.app);
    expect(await json(['jobs', 'failed'])).toEqual([]);
    expect(await run(['jobs', 'retry', 'onboarding/none'])).toMatchObject({ code: 1 });
  });
});

describe('doctor', () => {
  it('reports no problems of a healthy server', async () => {
    await createRealm(test);
    await test.app.get(Database).query('UPDATE worker_presence SET seen_at = now()');
    const { code, stdout, stderr } = await run(['doctor']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const lines = stdout.trimEnd().split('\n');
    expect(lines.map((line) => line.split(/ {2,}/)[1])).toEqual([
      'configuration',
      'storage',
      'files',
      'database',
      'schema',
      'event log',
      'worker',
      'SECRET_KEY',
      'redis',
      'mail',
      'mail-in',
      'sip',
      'turn',
    ]);
    const [files] = lines.splice(2, 1);
    expect(files).toMatch(/^warn {2}files .*Processes on other machines need the same directory/);
    for (const line of lines) expect(line).toMatch(/^ok {4}/);
  });

  it('reports a storage of files that cannot be used', async () => {
    const { code, stdout } = await runHere(['doctor'], {
      ...environment,
      S3_BUCKET: 'files',
      S3_ENDPOINT: 'http://127.0.0.1:1',
      S3_ACCESS_KEY_ID: 'sample',
      S3_SECRET_ACCESS_KEY: 'sample',
    });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^FAIL {2}files +the bucket files at 127.0.0.1:1 cannot be used/m);
  });

  it('names readers of the log that no longer exist', async () => {
    const database = test.app.get(Database);
    const name = 'of-an-old-version';
    await database.query(`INSERT INTO event_consumers (name, start_event_id) VALUES ($1, 0)`, [
      name,
    ]);
    const { code, stdout } = await run(['doctor']);
    await database.query(`DELETE FROM event_consumers WHERE name = $1`, [name]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^warn {2}event log +Events are retained for the unknown consumer "of-an-old-version"/m,
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
