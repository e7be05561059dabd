// Files and messages while API and worker processes are killed at random moments: no message refers to a missing file,
// and no file remains without a row.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ResumableUploadsService } from '#modules/uploads/resumable';
import { Database } from '#platform/database/database.js';
import { StoredFiles } from '#platform/storage/stored-files.js';
import { environmentOf, json } from './admin-command.js';
import { startTestApp, type TestApp } from './app.js';
import type { TestRealm, TestUser } from './factories.js';
import { runJobs } from './run-jobs.js';
import { startStorages } from './s3-server.js';
import { createScene } from './scene.js';
import { endProcesses, freePort, ServerProcess } from './server-process.js';
import { startUpload } from './tus.js';
import { fetchFile, PNG, upload } from './uploads.js';

const DAY = 24 * 3600;
const KILLS = 3;
const LARGEST = 7 * 1024 * 1024;
const TIMEOUT_MS = 240_000;
/** Time until the next process accepts requests. */
const RETRY_DELAYS = Array.from({ length: 300 }, () => 200);

const { storages, s3 } = await startStorages();

afterAll(async () => {
  await endProcesses();
  s3?.stop();
});

describe.each(storages)('processes that store files in %s', (_name, storageEnvironment) => {
  let test: TestApp;
  let environment: Record<string, string>;
  let realm: TestRealm;
  let sender: TestUser;
  let reader: TestUser;
  /** The content of each file, by its URL, to which a message refers. */
  const sent = new Map<string, Buffer>();

  beforeAll(async () => {
    test = await startTestApp(storageEnvironment);
    environment = { ...environmentOf(test, test.config.dataDir), ...storageEnvironment };
    ({ realm, sender, reader } = await createScene(test, { sender: {}, reader: {} }));
  });

  afterAll(() => test.close());

  const simple = async (user: TestUser, content: Buffer): Promise<string> => {
    const isImage = content.equals(PNG);
    const part = isImage ? { name: 'a.png', type: 'image/png' } : { name: 'a.bin' };
    return (await upload(user, { ...part, content })).url;
  };

  const resumable = async (user: TestUser, port: number, content: Buffer): Promise<string> =>
    (
      await startUpload(port, realm, user, content, {
        chunkSize: 2 * 1024 * 1024,
        retryDelays: RETRY_DELAYS,
      }).finished
    ).url;

  /** Uploads files one after the other; each becomes part of a message, is left, or is deleted. */
  async function load(
    port: number,
    kind: 'simple' | 'resumable',
    isOver: () => boolean,
  ): Promise<void> {
    const user = { ...sender, client: sender.client.at(port) };
    while (!isOver()) {
      const content = randomInt(3) === 0 ? PNG : randomBytes(randomInt(LARGEST));
      try {
        const url = await (kind === 'simple'
          ? simple(user, content)
          : resumable(user, port, content));
        const fate = randomInt(4);
        if (fate === 0) {
          const { attachments } = await user.client.expect('GET', 'attachments');
          const files = attachments as { id: number; path_id: string }[];
          const { id } = files.find(({ path_id: pathId }) => url.endsWith(pathId))!;
          await user.client.expect('DELETE', `attachments/${id}`);
        } else if (fate > 1) {
          await user.client.expect('POST', 'messages', {
            type: 'direct',
            to: [reader.userId],
            content: `[file](${url})`,
          });
          sent.set(url, content);
        }
      } catch {
        // The process was killed: simple requests are not repeated.
        await delay(200);
      }
    }
  }

  it(
    'can be killed at any moment',
    async () => {
      const port = await freePort();
      const start = (role: 'api' | 'worker'): ServerProcess =>
        new ServerProcess(role, { ...environment, PORT: role === 'api' ? String(port) : '0' });
      const processes = { api: start('api'), worker: start('worker') };
      await Promise.all([processes.api.ready(), processes.worker.ready()]);
      let isOver = false;
      const loads = (['simple', 'simple', 'resumable', 'resumable'] as const).map((kind) =>
        load(port, kind, () => isOver),
      );
      for (let kills = 0; kills < KILLS; kills++) {
        await delay(randomInt(500, 3000));
        const role = kills % 2 === 0 ? 'api' : 'worker';
        processes[role].kill('SIGKILL');
        await processes[role].ended;
        processes[role] = start(role);
        await processes[role].ready();
      }
      await delay(1000);
      isOver = true;
      await Promise.all(loads);
      for (const server of Object.values(processes)) {
        server.kill('SIGKILL');
        await server.ended;
      }
      expect(sent.size).toBeGreaterThan(0);
      for (const [url, content] of sent) {
        const file = await fetchFile(test, realm, url, { user: reader });
        expect([file.status, file.content.equals(content)]).toEqual([200, true]);
      }
      await expectFilesAndRows();
    },
    TIMEOUT_MS,
  );

  async function expectFilesAndRows(): Promise<void> {
    const database = test.app.get(Database);
    const check = (): Promise<Record<string, unknown>> => json(['storage', 'check'], environment);
    expect(await check()).toMatchObject({ unreferenced: [], missing: [] });
    const deadLinks = await database.query(
      `SELECT link[1] AS path FROM messages,
         regexp_matches(content, '\\(/user_uploads/([^)]+)\\)', 'g') AS link
       EXCEPT SELECT path_id FROM attachments`,
    );
    expect(deadLinks).toEqual([]);
    // Unfinished uploads are deleted when they are due.
    test.clock.advance(3 * DAY);
    await test.app
      .get(ResumableUploadsService, { strict: false })
      .removeExpired(new AbortController().signal);
    const storedFiles = test.app.get(StoredFiles, { strict: false });
    await storedFiles.deleteDue(new AbortController().signal);
    await storedFiles.deleteInterrupted();
    await runJobs(test.app);
    expect(await database.query('SELECT path FROM unreferenced_files')).toEqual([]);
    expect(await database.query('SELECT path_id FROM resumable_uploads')).toEqual([]);
    expect(await check()).toMatchObject({ unreferenced: [], missing: [] });
  }
});
