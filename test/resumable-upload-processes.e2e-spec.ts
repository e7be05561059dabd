// Resumable uploads with several processes, in a directory and in S3: processes that are killed or frozen in the
// middle, and requests for the same upload at the same time.
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { FileStorage } from '#platform/storage/file-storage.js';
import { type PartialFile, PartialFiles } from '#platform/storage/partial-files.js';
import { environmentOf, json } from './admin-command.js';
import { startTestApp, type TestApp } from './app.js';
import { type Answer, basic } from './client.js';
import { until } from './event-queue.js';
import type { TestRealm, TestUser } from './factories.js';
import { runJobs } from './run-jobs.js';
import { startStorages } from './s3-server.js';
import { createScene } from './scene.js';
import { endProcesses, ServerProcess } from './server-process.js';
import { append, beginUpload, offsetOf, startUpload, TUS, tus } from './tus.js';
import { fetchFile } from './uploads.js';

// Most tests start a process, and some wait until the lease of another one ends.
jest.setTimeout(180_000);

const MEBIBYTE = 1024 * 1024;
/** More than two parts of S3. */
const SIZE = 12 * MEBIBYTE + 7;
const content = randomBytes(SIZE);

const { storages, s3 } = await startStorages();

afterAll(async () => {
  await endProcesses();
  s3?.stop();
});

describe.each(storages)('an upload to %s', (_name, storageEnvironment) => {
  let test: TestApp;
  let environment: Record<string, string>;
  let realm: TestRealm;
  let member: TestUser;

  beforeAll(async () => {
    test = await startTestApp(storageEnvironment);
    environment = { ...environmentOf(test, test.config.dataDir), ...storageEnvironment };
    ({ realm, member } = await createScene(test, { member: {} }));
  });

  afterAll(() => test.close());

  async function startProcess(): Promise<{ server: ServerProcess; port: number }> {
    const server = new ServerProcess('api', environment);
    return { server, port: await server.ready() };
  }

  const at = (port: number): Pick<TestUser, 'client'> => ({
    client: test.anonymous(realm.host).at(port).as(member),
  });

  async function expectContent(url: string): Promise<void> {
    const file = await fetchFile(test, realm, url, { user: member });
    expect(file.status).toBe(200);
    expect(file.content.equals(content)).toBe(true);
  }

  /** Everything that is stored is a file of the list, and each file of the list is stored. */
  async function expectNothingElse(): Promise<void> {
    await runJobs(test.app);
    const paths: string[] = [];
    for await (const { path } of test.app.get(FileStorage, { strict: false }).list()) {
      paths.push(path);
    }
    const { attachments } = await member.client.expect('GET', 'attachments');
    const files = (attachments as { path_id: string }[]).map(({ path_id: id }) => `uploads/${id}`);
    expect(paths.toSorted()).toEqual(files.toSorted());
    expect(await json(['storage', 'check'], environment)).toMatchObject({
      unreferenced: [],
      missing: [],
    });
  }

  /** A request that has sent the beginning of the content, up to `sent`. */
  function sendBeginning(port: number, path: string, sent: number): ClientRequest {
    const outgoing = request({
      port,
      host: '127.0.0.1',
      method: 'PATCH',
      path,
      headers: {
        Host: realm.host,
        Authorization: basic(member),
        'Tus-Resumable': '1.0.0',
        'Upload-Offset': '0',
        'Content-Type': 'application/offset+octet-stream',
        'Content-Length': String(SIZE),
      },
    });
    outgoing.on('error', () => undefined);
    outgoing.write(content.subarray(0, sent));
    return outgoing;
  }

  /** Continues an upload with tus-js-client, which has begun it elsewhere. */
  async function finishAt(port: number, path: string): Promise<void> {
    const uploadUrl = `http://127.0.0.1:${port}${path}`;
    const retryDelays = [100, 100, 100];
    const { finished } = startUpload(port, realm, member, content, { uploadUrl, retryDelays });
    await expectContent((await finished).url);
  }

  it('is sent with tus-js-client', async () => {
    for (const chunkSize of [Infinity, 3 * MEBIBYTE]) {
      const { finished } = startUpload(test.port, realm, member, content, { chunkSize });
      await expectContent((await finished).url);
    }
    await expectNothingElse();
  });

  it('can be empty, and can be less than a part of S3', async () => {
    for (const length of [0, 1000]) {
      const { finished } = startUpload(test.port, realm, member, content.subarray(0, length), {
        uploadDataDuringCreation: true,
      });
      const { url } = await finished;
      const file = await fetchFile(test, realm, url, { user: member });
      expect(file.content.equals(content.subarray(0, length))).toBe(true);
    }
    await expectNothingElse();
  });

  it('is continued by another process with each part', async () => {
    const { server, port } = await startProcess();
    const path = await beginUpload(member, SIZE);
    const ports = [port, test.port, port, test.port, port];
    let last: Answer | undefined;
    for (const [index, partPort] of ports.entries()) {
      const start = index * 2.5 * MEBIBYTE;
      const end = index === ports.length - 1 ? SIZE : start + 2.5 * MEBIBYTE;
      expect(await offsetOf(member, path)).toBe(start);
      last = await append(at(partPort), path, start, content.subarray(start, end));
    }
    expect(last?.status).toBe(200);
    await expectContent(String(last?.body['url']));
    server.kill('SIGKILL');
    await expectNothingElse();
  });

  it('is continued by another process after the first one was killed in the middle', async () => {
    const { server, port } = await startProcess();
    const path = await beginUpload(member, SIZE);
    const outgoing = sendBeginning(port, path, 11 * MEBIBYTE);
    await delay(1000);
    server.kill('SIGKILL');
    await server.ended;
    outgoing.destroy();
    await finishAt(test.port, path);
    await expectNothingElse();
  });

  it('is finished by another process when the first one was killed before it could', async () => {
    const partialFiles = test.app.get(PartialFiles, { strict: false });
    for (const isComplete of [false, true]) {
      const path = await beginUpload(member, SIZE);
      const file: PartialFile = {
        path: path.replace(TUS, 'uploads'),
        size: SIZE,
        contentType: 'text/plain',
      };
      await partialFiles.append(file, Readable.from([content]), 0);
      if (isComplete) await partialFiles.complete(file);
      expect(await offsetOf(member, path)).toBe(SIZE - 1);
      await finishAt(test.port, path);
    }
    await expectNothingElse();
  });

  it('is taken over from a process that is frozen, which does not harm it later', async () => {
    const { server, port } = await startProcess();
    const path = await beginUpload(member, SIZE);
    const outgoing = sendBeginning(port, path, 7 * MEBIBYTE);
    await delay(1000);
    server.kill('SIGSTOP');
    const taken = finishAt(test.port, path);
    outgoing.write(content.subarray(7 * MEBIBYTE, 8 * MEBIBYTE));
    await taken;
    const ended = new Promise((resolve) => outgoing.on('response', resolve).on('close', resolve));
    server.kill('SIGCONT');
    outgoing.end(content.subarray(8 * MEBIBYTE));
    await ended;
    const { attachments } = await member.client.expect('GET', 'attachments');
    const latest = (attachments as { path_id: string }[]).at(-1)!;
    await expectContent(`/user_uploads/${latest.path_id}`);
    server.kill('SIGKILL');
    await server.ended;
    await expectNothingElse();
  });

  it('is one file when it is sent to two processes at once', async () => {
    const { server, port } = await startProcess();
    const path = await beginUpload(member, SIZE);
    const before = await member.client.expect('GET', 'attachments');
    const urls = await Promise.all(
      [port, test.port].map(async (own) => {
        const uploadUrl = `http://127.0.0.1:${own}${path}`;
        const { finished } = startUpload(own, realm, member, content, {
          uploadUrl,
          endpoint: null,
          chunkSize: MEBIBYTE,
          retryDelays: Array.from({ length: 50 }, () => 100),
        });
        return (await finished).url;
      }),
    );
    expect(new Set(urls).size).toBe(1);
    await expectContent(urls[0]!);
    const after = await member.client.expect('GET', 'attachments');
    expect((after['attachments'] as object[]).length).toBe(
      (before['attachments'] as object[]).length + 1,
    );
    server.kill('SIGKILL');
    await expectNothingElse();
  });

  it('interrupts an earlier request for it, whose content is stored', async () => {
    const { server, port } = await startProcess();
    const path = await beginUpload(member, SIZE);
    const outgoing = sendBeginning(port, path, 6 * MEBIBYTE);
    let answer: IncomingMessage | undefined;
    outgoing.on('response', (response) => (answer = response));
    // The first ones may come before the request that they interrupt.
    await until(async () => (await offsetOf(member, path)) > 0 && answer !== undefined);
    const offset = await offsetOf(member, path);
    expect(offset).toBeLessThanOrEqual(6 * MEBIBYTE);
    expect([answer?.statusCode, answer?.headers['upload-offset']]).toEqual([204, String(offset)]);
    outgoing.destroy();
    await finishAt(test.port, path);
    server.kill('SIGKILL');
    await expectNothingElse();
  });

  it('leaves nothing when it is terminated', async () => {
    const path = await beginUpload(member, SIZE);
    await append(member, path, 0, content.subarray(0, 6 * MEBIBYTE));
    expect((await tus(member, 'DELETE', path)).status).toBe(204);
    await expectNothingElse();
  });
});
