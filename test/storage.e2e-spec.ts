// Both implementations of the file storage have the same contract. The tests of S3 need Go or Python.
import {
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FileStorage } from '#platform/storage/file-storage.js';
import { LocalFileStorage } from '#platform/storage/local-file-storage.js';
import { S3FileStorage } from '#platform/storage/s3-file-storage.js';
import { S3Server } from './s3-server.js';

const TYPE = 'application/octet-stream';
const MEBIBYTE = 1024 * 1024;

const directory = mkdtempSync(join(tmpdir(), 'parley-storage-'));
const s3 = await S3Server.start();
const storages: [string, FileStorage][] = [
  ['a directory', new LocalFileStorage(join(directory, 'data', 'files'))],
  ...(s3 ? [['S3', new S3FileStorage(s3.config)] as [string, FileStorage]] : []),
];

afterAll(() => {
  for (const [, storage] of storages) storage.close();
  s3?.stop();
  rmSync(directory, { recursive: true });
});

const write = (storage: FileStorage, path: string, content: Buffer | string): Promise<number> =>
  storage.write(path, Readable.from([Buffer.from(content)]), TYPE);

async function read(
  storage: FileStorage,
  path: string,
  range?: { start: number; end: number },
): Promise<string | undefined> {
  const file = await storage.open(path, range);
  return file && (await buffer(file.content)).toString();
}

async function listed(storage: FileStorage, kind?: string): Promise<string[]> {
  const paths: string[] = [];
  for await (const { path } of storage.list(kind)) paths.push(path);
  return paths.toSorted();
}

/** Chunks of random bytes, and the hash of all of them once they are read. */
function large(size: number): { content: Readable; hash: () => string } {
  const hash = createHash('sha256');
  async function* chunks(): AsyncGenerator<Buffer> {
    for (let left = size; left > 0; left -= 64 * 1024) {
      const chunk = randomBytes(Math.min(left, 64 * 1024));
      hash.update(chunk);
      yield chunk;
      await Promise.resolve();
    }
  }
  return { content: Readable.from(chunks()), hash: () => hash.digest('hex') };
}

describe.each(storages)('files in %s', (_name, storage) => {
  it('are read as they were written', async () => {
    const path = 'uploads/1/ab/Größe – 東京 (1).txt';
    expect(await write(storage, path, 'content')).toBe(7);
    expect(await read(storage, path)).toBe('content');
    const info = await storage.find(path);
    expect(info?.size).toBe(7);
    expect(Math.abs(info!.modifiedAt.getTime() - Date.now())).toBeLessThan(60_000);
  });

  it('are replaced as a whole', async () => {
    await write(storage, 'uploads/1/replaced', 'a longer content');
    await write(storage, 'uploads/1/replaced', 'short');
    expect(await read(storage, 'uploads/1/replaced')).toBe('short');
  });

  it('can be empty', async () => {
    expect(await storage.write('uploads/1/empty', Readable.from([]), TYPE)).toBe(0);
    expect(await read(storage, 'uploads/1/empty')).toBe('');
    expect((await storage.find('uploads/1/empty'))?.size).toBe(0);
  });

  it('are read in parts', async () => {
    await write(storage, 'uploads/1/parts', '0123456789');
    expect(await read(storage, 'uploads/1/parts', { start: 2, end: 4 })).toBe('234');
    expect(await read(storage, 'uploads/1/parts', { start: 9, end: 9 })).toBe('9');
    const file = await storage.open('uploads/1/parts', { start: 0, end: 1 });
    expect(file?.size).toBe(10);
    file?.content.destroy();
  });

  it('are streamed, whatever their size', async () => {
    const { content, hash } = large(12 * MEBIBYTE + 7);
    expect(await storage.write('uploads/1/large', content, TYPE)).toBe(12 * MEBIBYTE + 7);
    const file = await storage.open('uploads/1/large');
    const received = createHash('sha256');
    for await (const chunk of file!.content) received.update(chunk as Buffer);
    expect(received.digest('hex')).toBe(hash());
  });

  it('do not exist after a write that broke off', async () => {
    async function* broken(): AsyncGenerator<Buffer> {
      for (let i = 0; i < 100; i++) yield randomBytes(64 * 1024);
      await Promise.resolve();
      throw new Error('The connection is lost');
    }
    const writing = storage.write('uploads/1/broken', Readable.from(broken()), TYPE);
    await expect(writing).rejects.toThrow('The connection is lost');
    expect(await storage.find('uploads/1/broken')).toBeUndefined();
  });

  it('are missing after their deletion, which can be repeated', async () => {
    await write(storage, 'uploads/2/zz/deleted', 'content');
    await storage.delete('uploads/2/zz/deleted');
    await storage.delete('uploads/2/zz/deleted');
    expect(await storage.find('uploads/2/zz/deleted')).toBeUndefined();
    expect(await storage.open('uploads/2/zz/deleted')).toBeUndefined();
    await storage.delete('uploads/never/was');
  });

  it('are listed by kind', async () => {
    await write(storage, 'avatars/1/a.png', 'a');
    await write(storage, 'avatars/2/b.png', 'b');
    await write(storage, 'emoji/1/c.png', 'c');
    expect(await listed(storage, 'avatars')).toEqual(['avatars/1/a.png', 'avatars/2/b.png']);
    expect(await listed(storage)).toEqual(
      expect.arrayContaining(['avatars/1/a.png', 'emoji/1/c.png']),
    );
    expect(await listed(storage, 'nothing')).toEqual([]);
  });

  it.each([
    ['that leads upwards', 'uploads/../secret-key'],
    ['with a period', 'uploads/./x'],
    ['that begins upwards', '../secret-key'],
    ['that is absolute', '/etc/passwd'],
    ['with an empty part', 'uploads//x'],
    ['of a directory', 'uploads/x/'],
    ['with one part', 'uploads'],
    ['that is empty', ''],
    ['with a NUL', 'uploads/a\0b'],
    ['with a line break', 'uploads/a\nb'],
    ['with a backslash', String.raw`uploads/..\secret-key`],
    ['of incomplete files', '.incomplete/x'],
    ['with a long part', `uploads/${'x'.repeat(256)}`],
    ['that is long', `uploads/${'x/'.repeat(600)}x`],
    ['with a lone surrogate', 'uploads/\ud800'],
  ])('have no path %s', async (_description, path) => {
    await expect(storage.open(path)).rejects.toThrow('is not the path of a stored file');
    await expect(storage.find(path)).rejects.toThrow('is not the path of a stored file');
    await expect(storage.delete(path)).rejects.toThrow('is not the path of a stored file');
    await expect(write(storage, path, 'x')).rejects.toThrow('is not the path of a stored file');
  });

  it('are written by many at once', async () => {
    const paths = Array.from({ length: 20 }, (_, index) => `uploads/3/${index % 2}/${index}`);
    await Promise.all(
      paths.map(async (path) => {
        for (let round = 0; round < 3; round++) {
          await write(storage, path, path);
          await storage.delete(path);
        }
        await write(storage, path, path);
      }),
    );
    expect(await listed(storage, 'uploads')).toEqual(expect.arrayContaining(paths));
  });
});

const describeS3 = s3 ? describe : describe.skip;

describeS3('interrupted writes to S3', () => {
  it('are aborted when they are old', async () => {
    const { endpoint, ...config } = s3!.config;
    const client = new S3Client({ ...config, endpoint: endpoint! });
    const Bucket = config.bucket;
    await client.send(new CreateMultipartUploadCommand({ Bucket, Key: 'uploads/1/unfinished' }));
    const uploads = async (): Promise<number> =>
      (await client.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads?.length ?? 0;
    const storage = new S3FileStorage(s3!.config);
    await storage.deleteInterrupted(new Date(Date.now() - 60_000));
    expect(await uploads()).toBe(1);
    await storage.deleteInterrupted(new Date(Date.now() + 60_000));
    expect(await uploads()).toBe(0);
    storage.close();
    client.destroy();
  });
});

describe('symbolic links in a directory', () => {
  const root = join(directory, 'links');
  const storage = new LocalFileStorage(root);
  const outside = join(directory, 'outside');

  beforeAll(() => {
    mkdirSync(join(root, 'uploads', '1'), { recursive: true });
    mkdirSync(outside);
    writeFileSync(join(outside, 'secret'), 'secret');
    symlinkSync(outside, join(root, 'uploads', 'linked'));
    symlinkSync(join(outside, 'secret'), join(root, 'uploads', '1', 'linked'));
    symlinkSync(outside, join(root, 'linked'));
  });

  it.each(['uploads/linked/secret', 'uploads/1/linked', 'linked/secret', 'linked/deeper/secret'])(
    'are not read or deleted through the symbolic link %s',
    async (path) => {
      expect(await storage.open(path)).toBeUndefined();
      expect(await storage.find(path)).toBeUndefined();
      if (path !== 'uploads/1/linked') await storage.delete(path);
      expect(readdirSync(outside)).toEqual(['secret']);
    },
  );

  it('are not written through a symbolic link', async () => {
    await expect(write(storage, 'uploads/linked/new', 'x')).rejects.toThrow('is not a directory');
    await expect(write(storage, 'linked/new', 'x')).rejects.toThrow('is not a directory');
    await write(storage, 'uploads/1/linked', 'replaced');
    expect(readdirSync(outside)).toEqual(['secret']);
    expect(await read(storage, 'uploads/1/linked')).toBe('replaced');
  });

  it('are not listed behind symbolic links', async () => {
    expect(await listed(storage)).toEqual(['uploads/1/linked']);
  });

  it('leave no empty directories', async () => {
    await write(storage, 'avatars/7/deep/x', 'x');
    await storage.delete('avatars/7/deep/x');
    expect(readdirSync(root)).not.toContain('avatars');
  });

  it('may be below a linked directory, as operators set it up', async () => {
    const linked = join(directory, 'large-disk');
    mkdirSync(join(directory, 'disk'));
    symlinkSync(join(directory, 'disk'), linked);
    const onDisk = new LocalFileStorage(linked);
    await write(onDisk, 'uploads/1/x', 'on the disk');
    expect(await read(onDisk, 'uploads/1/x')).toBe('on the disk');
  });

  it('leave remains of a killed process, which are deleted later', async () => {
    const remains = join(root, '.incomplete');
    writeFileSync(join(remains, 'remains'), 'x');
    await storage.deleteInterrupted(new Date(Date.now() - 60_000));
    expect(readdirSync(remains)).toEqual(['remains']);
    await storage.deleteInterrupted(new Date(Date.now() + 60_000));
    expect(readdirSync(remains)).toEqual([]);
  });
});
