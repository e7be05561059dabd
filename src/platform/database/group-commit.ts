// Lets small pieces of work that come at the same time share a transaction: one commit, one append
// to the event log and one flush to disk for all of them. Nothing waits while there is little to do.
// Each piece still succeeds or fails alone: when one fails, all are repeated in transactions of
// their own. What failed in the commit itself is not repeated, since it may have happened.
import { Injectable } from '@nestjs/common';
import { AsyncLocalStorage } from 'node:async_hooks';
import { Database, type TransactionOptions } from './database.js';

/** Of one key: while one transaction is being committed, the next does its work. */
const AT_ONCE = 2;
const MAX_PIECES = 16;

const OPTIONS: TransactionOptions = { plannedOnce: true };

interface Piece {
  /** In what it came from, such as the request that its log lines name. */
  within: <T>(work: () => T) => T;
  work: () => Promise<unknown>;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

interface Line {
  running: number;
  waiting: Piece[];
}

@Injectable()
export class GroupCommit {
  private readonly lines = new Map<number, Line>();

  constructor(private readonly database: Database) {}

  /**
   * As Database.transaction, possibly with other pieces of the same key in between the statements
   * of `work`; it may run several times.
   */
  run<T>(key: number, work: () => Promise<T>): Promise<T> {
    if (this.database.inTransaction) return work();
    return new Promise<T>((resolve, reject) => {
      const line = this.lines.get(key) ?? { running: 0, waiting: [] };
      this.lines.set(key, line);
      line.waiting.push({
        within: AsyncLocalStorage.snapshot(),
        work,
        resolve: resolve as (result: unknown) => void,
        reject,
      });
      this.goOn(key, line);
    });
  }

  /** For work that is large: others should not wait for it. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    return this.database.transaction(work, OPTIONS);
  }

  private goOn(key: number, line: Line): void {
    if (line.running === AT_ONCE) return;
    const pieces = line.waiting.splice(0, MAX_PIECES);
    if (pieces.length === 0) {
      if (line.running === 0) this.lines.delete(key);
      return;
    }
    line.running++;
    void this.carryOut(pieces).finally(() => {
      line.running--;
      this.goOn(key, line);
    });
  }

  /** Never rejects. */
  private async carryOut(pieces: Piece[]): Promise<void> {
    let hasFailedPiece = false;
    try {
      const results = await this.database.transaction(async () => {
        const settled = await Promise.allSettled(
          pieces.map(({ within, work }) => within(this.database.bindToTransaction(work))),
        );
        const failed = settled.find(({ status }) => status === 'rejected');
        hasFailedPiece = failed !== undefined;
        if (failed) throw (failed as PromiseRejectedResult).reason;
        return settled.map((result) => (result as PromiseFulfilledResult<unknown>).value);
      }, OPTIONS);
      for (const [index, piece] of pieces.entries()) piece.resolve(results[index]);
    } catch (error) {
      if (hasFailedPiece && pieces.length > 1) {
        for (const piece of pieces) await this.carryOut([piece]);
      } else {
        for (const piece of pieces) piece.reject(error);
      }
    }
  }
}
