import { describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { FirstRealmService } from '#modules/realms/setup/first-realm.service.js';
import { startTestApp } from './app.js';
import { until } from './event-queue.js';

const PASSWORD = 'correct horse battery';

describe('the first start', () => {
  it('creates one root realm with its owner, however many processes start', async () => {
    const fresh = await startTestApp({ OWNER_EMAIL: 'First@example.com', REALM_NAME: 'First' });
    try {
      const firstRealm = fresh.app.get(FirstRealmService);
      const made = await Promise.all([1, 2, 3].map(() => firstRealm.ensure()));
      const [first, ...rest] = made.filter((realm) => realm !== undefined);
      expect(rest).toEqual([]);
      expect(first?.email).toBe('First@example.com');
      const { body } = await fresh.anonymous().post('fetch_api_key', {
        username: 'first@example.com',
        password: first?.generatedPassword ?? '',
      });
      const owner = fresh
        .anonymous()
        .as({ email: 'First@example.com', apiKey: body['api_key'] as string });
      expect((await owner.get('users/me')).body).toMatchObject({ is_owner: true });
      expect(await firstRealm.ensure()).toBeUndefined();
    } finally {
      await fresh.close();
    }
  });

  it('uses the password that the operator chose, and prints none', async () => {
    const fresh = await startTestApp({ OWNER_PASSWORD: PASSWORD });
    try {
      expect(await fresh.app.get(FirstRealmService).ensure()).toEqual({
        email: 'owner@example.com',
        generatedPassword: undefined,
      });
      const login = { username: 'owner@example.com', password: PASSWORD };
      expect((await fresh.anonymous().post('fetch_api_key', login)).status).toBe(200);
    } finally {
      await fresh.close();
    }
  });

  it('creates nothing for an unknown queue, and reports only that', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'parley-first-'));
    try {
      const run = promisify(execFile)(process.execPath, ['dist/main.js', 'all'], {
        env: { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0', WORKER_QUEUES: 'none' },
      });
      const refused = (await run.catch((error: unknown) => error)) as Record<string, unknown>;
      expect(refused).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(/^[^\n]+The queue "none" does not exist[^\n]+\n$/),
      });
      expect(await readdir(dataDir)).toEqual(['secret-key']);
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  }, 60_000);

  it('leaves no database running when a signal ends it', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'parley-first-'));
    try {
      const child = execFile(process.execPath, ['dist/main.js', 'all'], {
        env: { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0' },
      });
      const ended = once(child, 'exit');
      await until(async () => (await readdir(dataDir)).includes('postgres'));
      child.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
      expect(await readdir(join(dataDir, 'postgres'))).not.toContain('postmaster.pid');
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  }, 60_000);

  it('creates nothing if the port is in use, and reports only that', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'parley-first-'));
    const other = createServer().listen(0, '127.0.0.1');
    try {
      await once(other, 'listening');
      const { port } = other.address() as AddressInfo;
      const run = promisify(execFile)(process.execPath, ['dist/main.js', 'all'], {
        env: { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: String(port) },
      });
      const refused = (await run.catch((error: unknown) => error)) as Record<string, unknown>;
      expect(refused).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(
          new RegExp(`^[^\n]+Port ${port} is used by another program[^\n]+\n$`),
        ),
      });
      expect(await readdir(dataDir)).toEqual(['secret-key']);
    } finally {
      other.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  }, 60_000);
});
