// Processes that are killed while they work on images: the server's and those that decode the images.
import { afterAll, afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { Database } from '#platform/database/database.js';
import { Images } from '#platform/images/images.js';
import { StoredFiles } from '#platform/storage/stored-files.js';
import { environmentOf, json } from './admin-command.js';
import { ownTestApp } from './app.js';
import { Client } from './client.js';
import { until } from './event-queue.js';
import { sendDirect, type TestRealm, type TestUser } from './factories.js';
import { animation, HEIC, noisyImage } from './images.js';
import { show } from './message-editing-scene.js';
import { runJobs } from './run-jobs.js';
import { createScene } from './scene.js';
import { endProcesses, ServerProcess } from './server-process.js';
import { fetchFile, upload } from './uploads.js';

const LOADING = 'image-loading-placeholder';
const DAY = 24 * 3600;
/** Long enough for the jobs of a killed worker, whose locks expire after half a minute. */
const MAX_SECONDS = 150;

const test = await ownTestApp();
const database = test.app.get(Database);
const environment = {
  ...environmentOf(test, test.config.dataDir),
  DATABASE_URL: test.database.url,
};

let realm: TestRealm;
let member: TestUser;
let other: TestUser;

beforeEach(async () => {
  ({ realm, member, other } = await createScene(test, { member: {}, other: {} }));
  await runJobs(test.app);
});

afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => endProcesses());

/** The ids of the image processes of a process. */
function imageProcesses(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isImageProcess(pid, parent));
}

function isImageProcess(pid: number, parent: number): boolean {
  try {
    return (
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('image-process.main.js') &&
      readFileSync(`/proc/${pid}/status`, 'utf8').includes(`PPid:\t${parent}\n`)
    );
  } catch {
    // It has ended.
    return false;
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function unfinished(): Promise<number> {
  const rows = await database.query(
    `SELECT 1 FROM images i JOIN attachments a ON a.id = i.attachment_id
     WHERE a.realm_id = $1 AND i.retry_at IS NOT NULL`,
    [realm.realmId],
  );
  return rows.length;
}

/** Uploads an image and sends it. Returns the id of the message. */
async function sendImage(name: string, content: Buffer, type: string): Promise<number> {
  const { url } = await upload(member, { name, content, type });
  return sendDirect(member, [other], `[${name}](${url})`);
}

async function html(id: number): Promise<string> {
  return (await show(other, id, { apply_markdown: true }))!.content;
}

/** Kills the process of each of the next images once it has read the file. Returns the count of images. */
function killProcesses(count: number): () => number {
  const images = test.app.get(Images);
  const read = images.read.bind(images);
  let attempts = 0;
  jest.spyOn(images, 'read').mockImplementation((file, use, options) =>
    read(
      file,
      (image) => {
        if (++attempts > count) return use(image);
        for (const pid of imageProcesses(process.pid)) process.kill(pid, 'SIGKILL');
        return use(image);
      },
      options,
    ),
  );
  return () => attempts;
}

const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('an image process', () => {
  it('that is killed fails the attempt, and the next one succeeds', async () => {
    const content = await noisyImage(64, 48).png().toBuffer();
    const id = await sendImage('a.png', content, 'image/png');
    const attempts = killProcesses(2);
    await runJobs(test.app);
    expect(attempts()).toBe(3);
    expect(await html(id)).toContain('/840x560.webp');
  });

  it('that is killed by each attempt makes the file a plain link', async () => {
    const content = await noisyImage(64, 48).png().toBuffer();
    const id = await sendImage('a.png', content, 'image/png');
    const attempts = killProcesses(Infinity);
    await runJobs(test.app);
    expect(attempts()).toBe(3);
    expect(await html(id)).toMatch(/^<p><a href="[^"]+">a.png<\/a><\/p>$/);
  });

  it('ends with the process that uses it', async () => {
    const server = new ServerProcess('api', environment);
    const client = new Client(await server.ready(), realm.host).as(member);
    const content = await noisyImage(64, 48).png().toBuffer();
    await upload({ ...member, client }, { name: 'a.png', content, type: 'image/png' });
    const [pid] = imageProcesses(server.pid!);
    expect(pid).toBeDefined();
    server.kill('SIGKILL');
    await server.ended;
    await until(() => !exists(pid!));
    expect(exists(pid!)).toBe(false);
  });
});

describe('workers that are killed at any moment', () => {
  it('leave no message in the loading state, and no file without a row', async () => {
    const photograph = await noisyImage(2000, 1500).jpeg().toBuffer();
    const dance = await animation('gif', 30);
    const ids: number[] = [];
    for (let index = 0; index < 4; index++) {
      ids.push(await sendImage('a.jpg', photograph, 'image/jpeg'));
      ids.push(await sendImage('b.gif', dance, 'image/gif'));
      ids.push(await sendImage('c.heic', HEIC, 'image/heic'));
    }
    const loading = async (): Promise<number> =>
      (await Promise.all(ids.map(html))).filter((one) => one.includes(LOADING)).length;
    expect(await loading()).toBe(ids.length);
    for (let kills = 0; kills < 2; kills++) {
      const before = await loading();
      const worker = new ServerProcess('worker', environment);
      await until(async () => (await loading()) < before, MAX_SECONDS);
      worker.kill('SIGKILL');
      await worker.ended;
    }
    const last = new ServerProcess('worker', environment);
    // The jobs of the killed worker are restarted when their locks have expired.
    await until(async () => (await loading()) === 0, MAX_SECONDS);
    await until(async () => (await unfinished()) === 0, MAX_SECONDS);
    last.kill('SIGTERM');
    await last.ended;
    for (const id of ids) {
      const [, path] = /src="(\/user_uploads\/thumbnail\/[^"]+)"/.exec(await html(id))!;
      expect((await fetchFile(test, realm, path!, { user: other })).status).toBe(200);
    }
    test.clock.advance(DAY + 1);
    const storedFiles = test.app.get(StoredFiles, { strict: false });
    await storedFiles.deleteDue(new AbortController().signal);
    expect(await database.query('SELECT path FROM unreferenced_files')).toEqual([]);
    expect(await json(['storage', 'check'], environment)).toMatchObject({
      unreferenced: [],
      missing: [],
    });
  }, 480_000);
});
