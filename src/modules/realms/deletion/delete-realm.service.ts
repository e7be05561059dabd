// Deletes the data of a deactivated realm after its deletion date, as a resumable job: first the
// messages with all rows that belong to them, then the rows of the other tables, last the realm.
import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { PresenceStore } from '#modules/users/presence';
import { Clock } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { ResumableJobs } from '#platform/jobs/resumable-jobs.js';
import { deleteRealm, type RealmDeletion } from './realm-deletion.jobs.js';
import { RealmDeletionRepository } from './realm-deletion.repository.js';
import { MESSAGE_TABLES, REALM_TABLES, type RealmTable } from './realm-tables.js';

/** Limits of one batch. Messages with many other rows make the batch smaller. */
const MAX_ROWS = 5_000;
const MAX_MESSAGES = 1_000;

@Injectable()
export class DeleteRealmService {
  constructor(
    private readonly realmDeletionRepository: RealmDeletionRepository,
    private readonly presenceStore: PresenceStore,
    private readonly resumableJobs: ResumableJobs,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly logger: PinoLogger,
  ) {}

  /** Starts the deletion of each realm whose deletion date has passed, unless it is already running. */
  async startDue(): Promise<void> {
    for (const realmId of await this.realmDeletionRepository.findDue(this.clock.now())) {
      const state: RealmDeletion = {
        realmId,
        stage: 'start',
        lastMessageId: 0,
        maxMessages: MAX_MESSAGES,
        table: null,
        deleted: 0,
      };
      await this.database.transaction(() =>
        this.resumableJobs.start(deleteRealm, { realmId: null, key: String(realmId), state }),
      );
    }
  }

  /** Returns the state after the batch, or null at the end. Joins the current transaction. */
  nextBatch(deletion: RealmDeletion): Promise<RealmDeletion | null> {
    switch (deletion.stage) {
      case 'start':
        return this.begin(deletion);
      case 'messages':
        return this.deleteMessages(deletion);
      case 'rows':
        return this.deleteRows(deletion);
    }
  }

  /** From its commit on, the realm cannot be reactivated. */
  private async begin(deletion: RealmDeletion): Promise<RealmDeletion | null> {
    const { realmId } = deletion;
    if (!(await this.realmDeletionRepository.begin(realmId, this.clock.now()))) return null;
    // Otherwise presence in Redis would be written back to the database during the deletion.
    await this.presenceStore.dropRealm(realmId);
    this.logAfterCommit(realmId, 'The data of a deactivated organization is being deleted');
    return { ...deletion, stage: 'messages' };
  }

  private async deleteMessages(deletion: RealmDeletion): Promise<RealmDeletion> {
    const { realmId, lastMessageId, maxMessages, deleted } = deletion;
    const next = await this.realmDeletionRepository.nextMessages(
      realmId,
      lastMessageId,
      maxMessages,
    );
    if (next.length === 0) return { ...deletion, stage: 'rows' };
    const ids = await this.limitRows(next);
    for (const table of MESSAGE_TABLES)
      await this.realmDeletionRepository.deleteRowsOfMessages(table, ids);
    await this.realmDeletionRepository.deleteMessages(ids);
    return {
      ...deletion,
      lastMessageId: ids.at(-1)!,
      // The next messages usually have a similar number of other rows.
      maxMessages: Math.min(ids.length * 2, MAX_MESSAGES),
      deleted: deleted + ids.length,
    };
  }

  /** Returns the first messages, as many as the limit of other rows allows, but at least one. */
  private async limitRows(ids: number[]): Promise<number[]> {
    const { length } = ids;
    if (length === 1) return ids;
    if (!(await this.realmDeletionRepository.haveMoreRows(MESSAGE_TABLES, ids, MAX_ROWS)))
      return ids;
    return this.limitRows(ids.slice(0, Math.floor(length / 2)));
  }

  private async deleteRows(deletion: RealmDeletion): Promise<RealmDeletion | null> {
    const { realmId } = deletion;
    const first = Math.max(
      0,
      REALM_TABLES.findIndex(({ name }) => name === deletion.table),
    );
    let left = MAX_ROWS;
    let stoppedAt: string | null = null;
    for (const table of REALM_TABLES.slice(first)) {
      left -= await this.deleteFrom(realmId, table, left);
      if (left > 0) continue;
      stoppedAt = table.name;
      break;
    }
    // Only a pass that finds no rows in any table proves that no row was added during the deletion.
    if (stoppedAt !== null || first > 0 || left < MAX_ROWS) {
      return { ...deletion, table: stoppedAt, deleted: deletion.deleted + MAX_ROWS - left };
    }
    await this.presenceStore.dropRealm(realmId);
    await this.realmDeletionRepository.deleteRealm(realmId);
    this.logAfterCommit(realmId, 'A deactivated organization has been deleted');
    return null;
  }

  /** Returns the number of changed rows, which is at most `limit`. */
  private async deleteFrom(realmId: number, table: RealmTable, limit: number): Promise<number> {
    let left = limit;
    for (const column of table.ownReferences) {
      left -= await this.realmDeletionRepository.clearReference(realmId, table, column, left);
      if (left === 0) return limit;
    }
    left -= await this.realmDeletionRepository.deleteRows(realmId, table, left);
    return limit - left;
  }

  private logAfterCommit(realmId: number, message: string): void {
    this.database.afterCommit(() => this.logger.warn({ realmId }, message));
  }
}
