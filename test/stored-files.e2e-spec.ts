// Files and the rows that refer to them: after killed processes and deleted organizations, with every kind of
// storage, and in the command `storage check`.
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { Database } from '#platform/database/database.js';
import { FileStorage } from '#platform/storage/file-storage.js';
import { StoredFiles } from '#platform/storage/stored-files.js';
import { environmentOf, json, runHere } from './admin-command.js';
import { ownTestApp, startTestApp } from './app.js';
import { basic } from './client.js';
import { until } from './event-queue.js';
import { sendDirect, type TestRealm, type TestUser } from './factories.js';
import { animation } from './images.js';
import { samplePicture, storedPictures, upload as uploadPicture } from './pictures.js';
import { runJobs } from './run-jobs.js';
import { S3Server } from './s3-server.js';
import { createScene } from './scene.js';
import { endProcesses, ServerProcess } from './server-process.js';
import { fetchFile, MULTIPART, multipartBody, upload } from './uploads.js';

const s3 = await S3Server.start();
const test = await ownTestApp();
const database = test.app.get(Database);
const files = join(test.config.dataDir, 'files');
const DAY = 24 * 3600;

let realm: TestRealm;
let member: TestUser;

beforeEach(async () => {
  ({ realm, member } = await createScene(test, { member: {} }));
});

afterAll(async () => {
  await endProcesses();
  s3?.stop();
});

function storedFiles(): string[] {
  if (!existsSync(files)) return [];
  return readdirSync(files, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(files.length + 1));
}

async function deleteDue(): Promise<void> {
  const storedFilesService = test.app.get(StoredFiles, { strict: false });
  await storedFilesService.deleteDue(new AbortController().signal);
  await storedFilesService.deleteInterrupted();
}

/** The numbers of rows for files that are being written, and for files to delete. */
async function unreferenced(): Promise<{ new: number; released: number }> {
  const [row] = await database.query<{ new: number; released: number }>(
    `SELECT count(*) FILTER (WHERE NOT is_released)::integer AS new,
       count(*) FILTER (WHERE is_released)::integer AS released FROM unreferenced_files`,
  );
  return row!;
}

describe('a process that is killed', () => {
  it('while a file arrives leaves nothing for more than two days', async () => {
    const server = new ServerProcess('api', {
      ...environmentOf(test, test.config.dataDir),
      DATABASE_URL: test.database.url,
    });
    const port = await server.ready();
    const before = storedFiles().length;
    const outgoing = request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: '/api/v1/user_uploads',
      headers: {
        Host: realm.host,
        Authorization: basic(member),
        ...MULTIPART,
        'Transfer-Encoding': 'chunked',
      },
    });
    outgoing.on('error', () => undefined);
    outgoing.write(
      multipartBody({ name: 'a', content: Buffer.alloc(300_000) }).subarray(0, 200_000),
    );
    await until(() => storedFiles().length > before);
    server.kill('SIGKILL');
    await server.ended;
    expect(storedFiles().length).toBe(before + 1);
    expect((await unreferenced()).new).toBeGreaterThan(0);
    test.clock.advance(3 * DAY);
    await deleteDue();
    expect(storedFiles().length).toBe(before);
    expect(await unreferenced()).toEqual({ new: 0, released: 0 });
  });

  it('between the file and its row leaves the file for a day at most', async () => {
    const storage = test.app.get(FileStorage, { strict: false });
    const storedFilesService = test.app.get(StoredFiles, { strict: false });
    const path = `uploads/${realm.realmId}/ab/cd/left`;
    await storedFilesService.write(path, Readable.from([Buffer.from('x')]), 'text/plain');
    await deleteDue();
    expect(await storage.find(path)).toBeDefined();
    test.clock.advance(DAY + 1);
    await deleteDue();
    expect(await storage.find(path)).toBeUndefined();
    await expect(database.transaction(() => storedFilesService.adopt([path]))).rejects.toThrow(
      'was deleted before its use',
    );
  });

  it('between the deletion of a row and of its file leaves the file for minutes', async () => {
    const { pathId } = await upload(member);
    const path = join(files, 'uploads', pathId);
    expect(existsSync(path)).toBe(true);
    const [{ id } = { id: 0 }] = await database.query<{ id: number }>(
      'SELECT id FROM attachments WHERE path_id = $1',
      [pathId],
    );
    await member.client.expect('DELETE', `attachments/${id}`);
    expect(existsSync(path)).toBe(true);
    expect((await unreferenced()).released).toBe(1);
    await deleteDue();
    expect(existsSync(path)).toBe(false);
  });
});

describe('storage check', () => {
  const environment = environmentOf(test, test.config.dataDir);
  const check = (...options: string[]): Promise<Record<string, unknown>> =>
    json(['storage', 'check', ...options], environment);

  it('finds files without a row, and deletes them with --delete only', async () => {
    await upload(member);
    const stray = join(files, 'uploads', '1', 'ab', 'stray');
    mkdirSync(dirname(stray), { recursive: true });
    writeFileSync(stray, 'x');
    expect(await check()).toMatchObject({ unreferenced: ['uploads/1/ab/stray'], missing: [] });
    expect(existsSync(stray)).toBe(true);
    const { code, stderr } = await runHere(['storage', 'check', '--delete'], environment);
    expect([code, stderr]).toEqual([0, expect.stringContaining('deletes 1 files')]);
    await runJobs(test.app);
    expect(existsSync(stray)).toBe(false);
    expect(await check()).toMatchObject({ unreferenced: [], missing: [] });
  });

  it('finds no difference for pictures, in all their forms', async () => {
    const picture = await samplePicture();
    await uploadPicture(member, 'users/me/avatar', picture);
    await uploadPicture(member, 'realm/emoji/still', picture);
    await uploadPicture(member, 'realm/emoji/moving', await animation('gif'));
    for (const path of ['realm/icon', 'realm/logo']) {
      await uploadPicture(realm.owner, path, picture, { fields: { night: 'true' } });
    }
    expect(await check()).toMatchObject({ unreferenced: [], missing: [] });
    const [original, normal] = await storedPictures(test, realm, 'avatars');
    rmSync(join(files, normal!));
    expect(await check('--delete')).toMatchObject({ unreferenced: [], missing: [normal] });
    expect(existsSync(join(files, original!))).toBe(true);
    await uploadPicture(member, 'users/me/avatar', picture);
    await runJobs(test.app);
    expect(await check()).toMatchObject({ unreferenced: [], missing: [] });
  });

  it('finds rows without a file', async () => {
    const { pathId, url } = await upload(member);
    rmSync(join(files, 'uploads', pathId));
    expect(await check('--delete')).toMatchObject({
      unreferenced: [],
      missing: [`uploads/${pathId}`],
    });
    const { status } = await fetchFile(test, realm, url, { user: member });
    expect(status).toBe(404);
  });
});

const describeS3 = s3 ? describe : describe.skip;

describeS3('S3', () => {
  it('stores the files of all processes', async () => {
    const app = await startTestApp({ ...s3!.environment, MAX_FILE_UPLOAD_SIZE_MIB: '20' });
    const another = await app.startAnother();
    try {
      const scene = await createScene(app, { sender: {}, reader: {} });
      const content = Buffer.alloc(11 * 1024 * 1024, 'abcdefghij');
      const { url, pathId } = await upload(scene.sender, { name: 'large.bin', content });
      await sendDirect(scene.sender, [scene.reader], `[large](${url})`);
      const there = { ...app, port: another.port };
      const whole = await fetchFile(there, scene.realm, url, { user: scene.reader });
      expect([whole.status, whole.content.equals(content)]).toEqual([200, true]);
      const headers = { Range: 'bytes=5242880-5242889' };
      const part = await fetchFile(there, scene.realm, url, { user: scene.reader, headers });
      expect([part.status, part.content.toString()]).toEqual([206, 'abcdefghij']);
      expect(part.headers['content-range']).toBe(`bytes 5242880-5242889/${content.length}`);

      const { attachments } = await scene.sender.client.expect('GET', 'attachments');
      const [{ id } = { id: 0 }] = attachments as { id: number }[];
      await scene.sender.client.expect('DELETE', `attachments/${id}`);
      await runJobs(app.app);
      const storage = app.app.get(FileStorage, { strict: false });
      expect(await storage.find(`uploads/${pathId}`)).toBeUndefined();
    } finally {
      await another.close();
      await app.close();
    }
  });
});
