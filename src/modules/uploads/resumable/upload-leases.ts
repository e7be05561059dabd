// Leases of uploads: only the request that holds the lease of an upload may write it. The row of the upload contains
// the holder, which renews the lease while it works; the lease of a killed or frozen process ends after ten seconds.
// A waiting request asks the holder to release the lease, because the connection of the holder may be dead.
import { Injectable } from '@nestjs/common';
import type { Lock } from '@tus/server';
import { setTimeout as delay } from 'node:timers/promises';
import { randomId } from '#platform/crypto.js';
import { ApiError } from '#platform/http/api-error.js';
import { KeyedLimit } from '#platform/keyed-limit.js';
import { ResumableUploadsRepository } from './resumable-uploads.repository.js';

const LEASE_SECONDS = 10;
/** The holder stops a second before others may take over. */
const USABLE_MS = (LEASE_SECONDS - 1) * 1000;
const RENEWAL_MS = 2000;
const POLL_MS = 250;
/** Longer than a lease. */
const WAIT_MS = 20_000;

type RequestRelease = () => void | Promise<void>;

@Injectable()
export class UploadLeases {
  /** If several requests of a process wait for the same upload, only one of them queries the database. */
  private readonly waiting = new KeyedLimit<string>(1);

  constructor(private readonly resumableUploadsRepository: ResumableUploadsRepository) {}

  of(pathId: string): UploadLease {
    return new UploadLease(this.resumableUploadsRepository, this.waiting, pathId);
  }
}

export class UploadLease implements Lock {
  private readonly holder = randomId();
  /** By the clock of `performance`. */
  private usableUntil = 0;
  private renewal: NodeJS.Timeout | undefined;

  constructor(
    private readonly resumableUploadsRepository: ResumableUploadsRepository,
    private readonly waiting: KeyedLimit<string>,
    private readonly pathId: string,
  ) {}

  /** Throws if another request may hold the lease. */
  check(): void {
    if (performance.now() >= this.usableUntil) throw uploadLocked();
  }

  /** Calls `requestRelease` when another request waits. Uploads that do not exist need no lease. */
  async lock(_signal: AbortSignal, requestRelease: RequestRelease): Promise<void> {
    const deadline = performance.now() + WAIT_MS;
    await this.waiting.run(this.pathId, () => this.acquireUntil(deadline));
    this.renewal = setInterval(() => void this.renew(requestRelease), RENEWAL_MS);
  }

  async unlock(): Promise<void> {
    clearInterval(this.renewal);
    await this.resumableUploadsRepository.release(this.pathId, this.holder);
  }

  private async acquireUntil(deadline: number): Promise<void> {
    for (;;) {
      const now = performance.now();
      if (await this.resumableUploadsRepository.acquire(this.pathId, this.holder, LEASE_SECONDS)) {
        this.usableUntil = now + USABLE_MS;
        return;
      }
      if (!(await this.resumableUploadsRepository.want(this.pathId))) return;
      if (now > deadline) throw uploadLocked();
      await delay(POLL_MS);
    }
  }

  private async renew(requestRelease: RequestRelease): Promise<void> {
    const now = performance.now();
    try {
      const isWanted = await this.resumableUploadsRepository.renew(this.pathId, this.holder);
      this.usableUntil = isWanted === undefined ? 0 : now + USABLE_MS;
      if (isWanted !== false) await requestRelease();
    } catch {
      // The database is unavailable. The next renewal may succeed before the lease ends.
    }
  }
}

function uploadLocked(): ApiError {
  return new ApiError('BAD_REQUEST', 423, 'Another request is writing this upload; try again');
}
