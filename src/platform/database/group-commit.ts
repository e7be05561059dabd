// Group commit: concurrent units of work with the same key (a realm) share a transaction, and with it
// one append to the event log and one flush to disk. No unit waits on purpose: while fewer than
// MAX_RUNNING transactions of its key run, it starts at once; otherwise it waits in a queue, from which
// the next batch is taken. See docs/decisions/0006-group-commit.md.
//
// Each unit succeeds or fails by itself: when one fails, the batch is rolled back and every unit is
// repeated in a transaction of its own. A failed COMMIT is not repeated, since it may have taken effect.
import { Injectable } from '@nestjs/common';
import { captureAsyncVariables } from '#platform/async-variable.js';
import { Database, type TransactionOptions } from './database.js';

/** While one transaction of a key commits, the next one runs its work. */
const MAX_RUNNING = 2;
const MAX_BATCH = 16;

/** Each unit runs the same few prepared statements, whose plans do not depend on their values. */
const OPTIONS: TransactionOptions = { genericPlans: true };

interface Unit {
  work: () => Promise<unknown>;
  /** Restores the async variables of the caller, for example the request id of log entries. */
  inContext: <T>(work: () => T) => T;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

interface Queue {
  running: number;
  waiting: Unit[];
}

@Injectable()
export class GroupCommit {
  private readonly queues = new Map<number, Queue>();

  constructor(private readonly database: Database) {}

  /**
   * Like Database.transaction, but statements of other units with the same key may run between those
   * of `work`, and `work` may run several times.
   */
  run<T>(key: number, work: () => Promise<T>): Promise<T> {
    if (this.database.inTransaction) return work();
    return new Promise<T>((resolve, reject) => {
      const queue = this.queues.get(key) ?? { running: 0, waiting: [] };
      this.queues.set(key, queue);
      queue.waiting.push({
        work,
        inContext: captureAsyncVariables(),
        resolve: resolve as (result: unknown) => void,
        reject,
      });
      this.runNext(key, queue);
    });
  }

  /** For large units, for which others should not wait. */
  runAlone<T>(work: () => Promise<T>): Promise<T> {
    return this.database.transaction(work, OPTIONS);
  }

  private runNext(key: number, queue: Queue): void {
    if (queue.running === MAX_RUNNING) return;
    const batch = queue.waiting.splice(0, MAX_BATCH);
    if (batch.length === 0) {
      if (queue.running === 0) this.queues.delete(key);
      return;
    }
    queue.running++;
    void this.runBatch(batch).finally(() => {
      queue.running--;
      this.runNext(key, queue);
    });
  }

  /** Never rejects. */
  private async runBatch(batch: Unit[]): Promise<void> {
    let hasFailedUnit = false;
    try {
      const results = await this.database.transaction(async () => {
        const settled = await Promise.allSettled(
          batch.map(({ inContext, work }) => inContext(this.database.bindToTransaction(work))),
        );
        const failed = settled.find(({ status }) => status === 'rejected');
        hasFailedUnit = failed !== undefined;
        if (failed) throw (failed as PromiseRejectedResult).reason;
        return settled.map((result) => (result as PromiseFulfilledResult<unknown>).value);
      }, OPTIONS);
      for (const [index, unit] of batch.entries()) unit.resolve(results[index]);
    } catch (error) {
      if (hasFailedUnit && batch.length > 1) {
        for (const unit of batch) await this.runBatch([unit]);
      } else {
        for (const unit of batch) unit.reject(error);
      }
    }
  }
}
