// Batches presence reports per realm: reports that arrive while a batch is being written form the next
// batch, so that the number of statements does not grow with the number of reports.
import type { PresenceReport } from './presence-store.js';

interface Batch {
  /** Whether each user is active, by id. */
  reports: Map<number, boolean>;
  written: Promise<void>;
}

export class PresenceReportBatcher {
  private readonly waiting = new Map<number, Batch>();
  private readonly latest = new Map<number, Promise<void>>();

  constructor(
    private readonly write: (realmId: number, reports: PresenceReport[]) => Promise<void>,
  ) {}

  /** Resolves when the report is written. Of several reports of one user, an active one wins. */
  add(realmId: number, { userId, isActive }: PresenceReport): Promise<void> {
    const batch = this.waiting.get(realmId) ?? this.begin(realmId);
    batch.reports.set(userId, isActive || batch.reports.get(userId) === true);
    return batch.written;
  }

  private begin(realmId: number): Batch {
    const reports = new Map<number, boolean>();
    const written = this.writeNext(realmId, reports);
    const batch = { reports, written };
    this.waiting.set(realmId, batch);
    const settled = written.then(
      () => undefined,
      () => undefined,
    );
    this.latest.set(realmId, settled);
    void settled.then(() => {
      if (this.latest.get(realmId) === settled) this.latest.delete(realmId);
    });
    return batch;
  }

  private async writeNext(realmId: number, reports: Map<number, boolean>): Promise<void> {
    await this.latest.get(realmId);
    this.waiting.delete(realmId);
    const list = [...reports].map(([userId, isActive]) => ({ userId, isActive }));
    await this.write(realmId, list);
  }
}
