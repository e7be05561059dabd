// The parent's side of a child process that decodes and encodes images (image-process.main.ts). The process handles
// one image at a time and is killed if it takes too long.
import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import type { Readable } from 'node:stream';
import type { PinoLogger } from 'nestjs-pino';
import {
  BadImageError,
  type ImageInfo,
  type ImageOutput,
  MAX_FILE_BYTES,
  type ResizedImage,
} from './image.js';
import { type ImageReply, type ImageRequest, OUT_OF_MEMORY } from './image-messages.js';

/** The compiled program, also where tests load the sources. */
const PROGRAM = createRequire(import.meta.url).resolve('#platform/images/image-process.main.js');

const TOO_EXPENSIVE = 'The image is too expensive to process';
const NOT_PROCESSED = 'The image was not processed';

type Settle = { resolve: (reply: ImageReply) => void; reject: (error: Error) => void };

export class ImageProcess {
  private readonly child: ChildProcess;
  private waiting: Settle | undefined;
  /** The reason why the process has ended or must end. */
  private failure: BadImageError | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly logger: PinoLogger) {
    this.child = fork(PROGRAM, [], {
      serialization: 'advanced',
      stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
      // The child gets neither the options nor the secrets of this process.
      execArgv: ['--max-old-space-size=128'],
      // Each arena of glibc retains freed memory.
      env: { MALLOC_ARENA_MAX: '2' },
    });
    this.child.on('message', (reply: ImageReply) => this.settle()?.resolve(reply));
    // Reported by the callback of the failed write.
    this.child.stdin!.on('error', () => undefined);
    this.child.on('error', (error) => this.ended(error.message));
    this.child.on('exit', (code, signal) => {
      if (code === OUT_OF_MEMORY) this.failure ??= new BadImageError(TOO_EXPENSIVE, 'expensive');
      this.ended(signal ?? `status ${code}`);
    });
    this.lowerPriority();
  }

  get isRunning(): boolean {
    return this.failure === undefined;
  }

  /** Starts with an image. Limits the time until `close` has returned. */
  begin(timeoutMs: number): void {
    this.child.ref();
    this.child.channel?.ref();
    this.timer = setTimeout(() => {
      this.failure ??= new BadImageError(TOO_EXPENSIVE, 'expensive');
      this.end();
    }, timeoutMs);
  }

  async load(content: Readable, refusesDamaged: boolean): Promise<ImageInfo> {
    const size = await this.send(content);
    const reply = await this.request({ kind: 'inspect', size, refusesDamaged });
    if (reply.kind !== 'info') throw unexpected(reply);
    return reply.info;
  }

  async resize(output: ImageOutput): Promise<ResizedImage> {
    const reply = await this.request({ kind: 'resize', output });
    if (reply.kind !== 'resized') throw unexpected(reply);
    const { content, width, height } = reply.image;
    return {
      content: Buffer.from(content.buffer, content.byteOffset, content.length),
      width,
      height,
    };
  }

  /** Releases the image. Returns whether the process can be reused; otherwise it ends. */
  async close(): Promise<boolean> {
    const mayContinue = await this.forget();
    clearTimeout(this.timer);
    // An idle child must not prevent this process from exiting.
    this.child.unref();
    this.child.channel?.unref();
    if (!mayContinue) this.end();
    return mayContinue;
  }

  end(): void {
    this.failure ??= new BadImageError(NOT_PROCESSED, 'interrupted');
    this.child.kill('SIGKILL');
  }

  /** Returns the number of bytes. If this fails, the process cannot be reused, because it has a part of the file. */
  private async send(content: Readable): Promise<number> {
    let size = 0;
    try {
      for await (const part of content as AsyncIterable<Buffer>) {
        size += part.length;
        if (size > MAX_FILE_BYTES) throw new BadImageError('The file is too large for an image');
        await this.write(part);
      }
      return size;
    } catch (error) {
      this.end();
      throw error;
    }
  }

  private write(part: Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      this.child.stdin!.write(part, (error) => {
        if (error) reject(this.failure ?? new BadImageError(NOT_PROCESSED, 'interrupted'));
        else resolve();
      });
    });
  }

  private async request(request: ImageRequest): Promise<ImageReply> {
    if (this.failure) throw this.failure;
    const reply = await new Promise<ImageReply>((resolve, reject) => {
      this.waiting = { resolve, reject };
      // If sending fails, the child process ends.
      this.child.send(request, () => undefined);
    });
    if (reply.kind === 'refused') throw new BadImageError(reply.reason);
    return reply;
  }

  private async forget(): Promise<boolean> {
    // No request waits for a reply.
    if (this.waiting) return false;
    try {
      const reply = await this.request({ kind: 'close' });
      return reply.kind === 'closed' && reply.mayContinue;
    } catch {
      return false;
    }
  }

  private settle(): Settle | undefined {
    const { waiting } = this;
    this.waiting = undefined;
    return waiting;
  }

  private ended(how: string): void {
    const wasExpected = this.failure !== undefined;
    this.failure ??= new BadImageError('The image cannot be processed', 'interrupted');
    const waiting = this.settle();
    if (!wasExpected) this.logger.warn({ how }, 'An image process ended');
    waiting?.reject(this.failure);
  }

  private lowerPriority(): void {
    const { pid } = this.child;
    if (pid === undefined) return;
    try {
      setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch {
      // The process has already ended, or the system does not allow the change.
    }
  }
}

function unexpected({ kind }: ImageReply): Error {
  return new Error(`The image process answered "${kind}"`);
}
