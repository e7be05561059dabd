// A directory with stored files. The directory itself may be a symbolic link; links in it are not followed.
import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, opendir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;
/** Another process may remove a directory that became empty before the new file is in it. */
const MAX_ATTEMPTS = 10;

export class LocalDirectory {
  constructor(readonly root: string) {}

  pathOf(segments: readonly string[]): string {
    return join(this.root, ...segments);
  }

  /** Opens a regular file, by default for reading. Returns undefined if it does not exist. */
  async open(
    segments: readonly string[],
    flags = O_RDONLY,
  ): Promise<{ handle: FileHandle; info: Stats } | undefined> {
    if (!(await this.hasDirectories(segments.slice(0, -1)))) return undefined;
    let handle: FileHandle;
    try {
      // Without O_NONBLOCK, opening a named pipe would wait for a writer.
      handle = await open(this.pathOf(segments), flags | O_NOFOLLOW | O_NONBLOCK, 0o600);
    } catch (error) {
      if (hasCode(error, 'ENOENT', 'ELOOP', 'ENXIO')) return undefined;
      throw error;
    }
    const info = await handle.stat();
    if (info.isFile()) return { handle, info };
    await handle.close();
    return undefined;
  }

  /** Durably moves a synchronized file to its path. `from` is in the same file system. */
  async move(from: string, segments: readonly string[]): Promise<void> {
    const directories = segments.slice(0, -1);
    for (let attempt = 1; ; attempt++) {
      await this.makeDirectories(directories);
      try {
        await rename(from, this.pathOf(segments));
        break;
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !hasCode(error, 'ENOENT')) throw error;
      }
    }
    await this.synchronize(directories);
  }

  /** Makes the entry of a new file in these directories durable, and their own entries. */
  async synchronize(directories: readonly string[]): Promise<void> {
    for (let length = directories.length; length >= 0; length--) {
      await synchronize(this.pathOf(directories.slice(0, length)));
    }
  }

  /** Creates the directories. Throws if one of them is not a directory but, for example, a symbolic link. */
  async makeDirectories(names: readonly string[]): Promise<void> {
    await makeDirectory(this.root);
    for (let length = 1; length <= names.length; length++) {
      const path = this.pathOf(names.slice(0, length));
      await makeDirectory(path);
      // The next attempt creates a directory that another process has removed.
      if ((await infoOf(path))?.isDirectory() === false) {
        throw new Error(`${path} is not a directory`);
      }
    }
  }

  /** Whether all exist and none is a symbolic link. */
  async hasDirectories(names: readonly string[]): Promise<boolean> {
    for (let length = 1; length <= names.length; length++) {
      const info = await infoOf(this.pathOf(names.slice(0, length)));
      if (!info?.isDirectory()) return false;
    }
    return true;
  }
}

/** Does not use `recursive: true`, because Node then never returns for paths such as /proc/x. */
async function makeDirectory(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return;
    if (!hasCode(error, 'ENOENT') || dirname(path) === path) throw error;
    await makeDirectory(dirname(path));
    await mkdir(path, { mode: 0o700 }).catch((again: unknown) => {
      if (!hasCode(again, 'EEXIST')) throw again;
    });
  }
}

/** Makes the entries of a directory durable. */
async function synchronize(directory: string): Promise<void> {
  const handle = await open(directory, O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export async function* namesIn(directory: string): AsyncGenerator<string> {
  try {
    for await (const { name } of await opendir(directory)) yield name;
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
}

/** Returns the properties of the file itself; symbolic links are not followed. */
export async function infoOf(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  }
}

function hasCode(error: unknown, ...codes: string[]): boolean {
  return codes.includes((error as NodeJS.ErrnoException).code ?? '');
}
