// Reading and resizing images: `images.read(content, (image) => …)` is all that features use.
//
//     const { info, small } = await images.read(stream, async (image) => ({
//       info: image.info,
//       small: await image.resize({ width: 100, height: 100, fit: 'cover', enlarge: true,
//         format: 'png', frames: 'first' }),
//     }));
//
// Files are untrusted input, and their decoders are written in C. They run in separate processes: a crash, a
// decompression bomb or an endless computation ends only such a process, and API requests do not wait for its threads.
// Each failure is a BadImageError, which API clients receive as BAD_IMAGE. Only the formats of ImageFormat are
// supported: SVG files, which can contain scripts, are never read.
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { availableParallelism } from 'node:os';
import type { Readable } from 'node:stream';
import pLimit from 'p-limit';
import { PinoLogger } from 'nestjs-pino';
import { ApiError } from '#platform/http/api-error.js';
import type { ImageInfo, ImageOutput, ResizedImage } from './image.js';
import { ImageProcess } from './image-process.js';

/** Time after which idle processes end. */
const IDLE_MS = 60_000;
/** Time limit for an image, without the time in the queue. */
const TIMEOUT_MS = 20_000;
const MAX_WAIT_MS = 20_000;
const MAX_PROCESSES = 4;
/** Maximum number of waiting images; more would wait too long. */
const MAX_WAITING = 100;

export interface ReadOptions {
  /** Time limit for reading and resizing the image. */
  timeoutMs?: number;
  /** Time limit in the queue. */
  maxWaitMs?: number;
  /** By default, damaged and incomplete images are decoded as far as possible, as in browsers. */
  refusesDamaged?: boolean;
}

/** Valid until the function to which it was passed has ended. */
export interface OpenImage {
  readonly info: ImageInfo;
  readonly resize: (output: ImageOutput) => Promise<ResizedImage>;
}

@Injectable()
export class Images implements OnApplicationShutdown {
  /** Idle processes with their timers. The last one is reused first, so that unneeded processes end. */
  private readonly idle = new Map<ImageProcess, NodeJS.Timeout>();
  private readonly busy = new Set<ImageProcess>();
  /** One more than the processors, because a process that receives its file computes nothing. */
  private readonly limit = pLimit(Math.min(availableParallelism() + 1, MAX_PROCESSES));
  private isClosed = false;

  constructor(private readonly logger: PinoLogger) {}

  /**
   * Calls `use` with the image in the file. Throws a BadImageError, here or in `resize`, if the file is not an image
   * within the limits, and 503 if it waited too long. Consumes or destroys `content`.
   */
  async read<T>(
    content: Readable,
    use: (image: OpenImage) => Promise<T>,
    { timeoutMs = TIMEOUT_MS, maxWaitMs = MAX_WAIT_MS, refusesDamaged = false }: ReadOptions = {},
  ): Promise<T> {
    try {
      if (this.limit.pendingCount >= MAX_WAITING) throw ApiError.ofStatus(503);
      const read = (): Promise<T> => this.readNow(content, use, { timeoutMs, refusesDamaged });
      return await this.inTurn(read, maxWaitMs);
    } finally {
      content.destroy();
    }
  }

  onApplicationShutdown(): void {
    this.isClosed = true;
    for (const process of [...this.idle.keys(), ...this.busy]) process.end();
  }

  private inTurn<T>(work: () => Promise<T>, maxWaitMs: number): Promise<T> {
    return new Promise((resolve, reject) => {
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        reject(ApiError.ofStatus(503));
      }, maxWaitMs);
      void this.limit(async () => {
        clearTimeout(timer);
        if (!isLate) await work().then(resolve, reject);
      });
    });
  }

  private async readNow<T>(
    content: Readable,
    use: (image: OpenImage) => Promise<T>,
    { timeoutMs, refusesDamaged }: Required<Pick<ReadOptions, 'timeoutMs' | 'refusesDamaged'>>,
  ): Promise<T> {
    if (this.isClosed) throw ApiError.ofStatus(503);
    const process = this.take();
    this.busy.add(process);
    process.begin(timeoutMs);
    try {
      const info = await process.load(content, refusesDamaged);
      return await use({ info, resize: (output) => process.resize(output) });
    } finally {
      if (await process.close()) this.park(process);
      this.busy.delete(process);
    }
  }

  private take(): ImageProcess {
    const [process, timer] = [...this.idle].at(-1) ?? [];
    if (!process) return new ImageProcess(this.logger);
    clearTimeout(timer);
    this.idle.delete(process);
    return process.isRunning ? process : this.take();
  }

  private park(process: ImageProcess): void {
    const timer = setTimeout(() => {
      this.idle.delete(process);
      process.end();
    }, IDLE_MS);
    timer.unref();
    this.idle.set(process, timer);
    if (this.isClosed) process.end();
  }
}
