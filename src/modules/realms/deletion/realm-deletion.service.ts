// Deletes everything that a closed organization left, when the date for that has come, in short
// transactions. Whatever ends the process in between, the next run goes on with what is left.
import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { PresenceForgetting } from '#modules/users/presence';
import { Clock } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { JobQueue } from '#platform/jobs/job-queue.js';
import { deleteRealm } from './realm-deletion.jobs.js';
import { RealmDeletionRepository } from './realm-deletion.repository.js';
import type { RealmTable } from './realm-tables.js';

/** In one transaction. */
const ROWS_AT_ONCE = 5_000;
/** Fewer where they have so many copies and the like that these are too many rows. */
const MESSAGES_AT_ONCE = 1_000;
/** How often the log tells of progress. */
const TELL_EVERY_ROWS = 100_000;

@Injectable()
export class RealmDeletion {
  constructor(
    private readonly realmDeletionRepository: RealmDeletionRepository,
    private readonly presenceForgetting: PresenceForgetting,
    private readonly jobQueue: JobQueue,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly logger: PinoLogger,
  ) {}

  /** Also goes on with what has failed. */
  async findDue(): Promise<void> {
    for (const realmId of await this.realmDeletionRepository.findDue(this.clock.now())) {
      await this.jobQueue.revive(deleteRealm, { realmId }, realmId);
    }
  }

  async run(realmId: number, signal: AbortSignal): Promise<void> {
    if (!(await this.realmDeletionRepository.begin(realmId, this.clock.now()))) return;
    this.logger.warn({ realm_id: realmId }, 'The data of a closed organization are being deleted');
    // What the organization's people were seen doing last must not be written back meanwhile.
    await this.presenceForgetting.forgetRealm(realmId);
    const { tables, withMessages } = await this.realmDeletionRepository.plan();
    await this.deleteMessages(realmId, withMessages, signal);
    for (const table of tables) await this.deleteRows(realmId, table, signal);
    await this.presenceForgetting.forgetRealm(realmId);
    await this.realmDeletionRepository.deleteRealm(realmId);
    this.logger.warn({ realm_id: realmId }, 'A closed organization is deleted');
  }

  private async deleteMessages(
    realmId: number,
    tables: string[],
    signal: AbortSignal,
  ): Promise<void> {
    const progress = this.progress(realmId, 'messages');
    let [last, limit] = [0, MESSAGES_AT_ONCE];
    for (;;) {
      signal.throwIfAborted();
      const next = await this.realmDeletionRepository.nextMessages(realmId, last, limit);
      if (next.length === 0) return;
      const ids = await this.asManyAsFit(next, tables);
      await this.batch(async () => {
        for (const table of tables) await this.realmDeletionRepository.deleteOfMessages(table, ids);
        await this.realmDeletionRepository.deleteMessages(ids);
      });
      last = ids.at(-1)!;
      // Those that follow are mostly alike.
      limit = Math.min(ids.length * 2, MESSAGES_AT_ONCE);
      progress(ids.length);
    }
  }

  /** The first of the messages, at least one. */
  private async asManyAsFit(ids: number[], tables: string[]): Promise<number[]> {
    const { length } = ids;
    if (
      length === 1 ||
      !(await this.realmDeletionRepository.haveMoreRows(tables, ids, ROWS_AT_ONCE))
    )
      return ids;
    return this.asManyAsFit(ids.slice(0, Math.floor(length / 2)), tables);
  }

  private async deleteRows(realmId: number, table: RealmTable, signal: AbortSignal): Promise<void> {
    const progress = this.progress(realmId, table.name);
    for (const column of table.ownReferences) {
      await this.inBatches(signal, () =>
        this.realmDeletionRepository.clearReference(realmId, table, column, ROWS_AT_ONCE),
      );
    }
    await this.inBatches(
      signal,
      () => this.realmDeletionRepository.deleteSome(realmId, table, ROWS_AT_ONCE),
      progress,
    );
  }

  /** Repeats what changes so many rows at most, until it changes fewer. */
  private async inBatches(
    signal: AbortSignal,
    work: () => Promise<number>,
    done?: (rows: number) => void,
  ): Promise<void> {
    for (let count = ROWS_AT_ONCE; count === ROWS_AT_ONCE;) {
      signal.throwIfAborted();
      count = await this.batch(work);
      done?.(count);
    }
  }

  private batch<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.database.transaction(work, { withoutTimeLimit: true });
  }

  /** Tells the log now and then how many rows are gone. */
  private progress(realmId: number, table: string): (rows: number) => void {
    let [deleted, told] = [0, 0];
    return (rows) => {
      deleted += rows;
      if (deleted - told < TELL_EVERY_ROWS) return;
      told = deleted;
      this.logger.warn({ realm_id: realmId, table, deleted }, 'Deleting a closed organization');
    };
  }
}
