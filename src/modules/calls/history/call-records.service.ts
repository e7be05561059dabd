// Writes the call history. Records are written while the event log is held, so that the order of their ids
// is that of the commits in the realm: a page that was read contains everything up to its newest record,
// and paging cannot skip a record that commits later with a smaller id.
import { Injectable } from '@nestjs/common';
import { EventLog } from '#platform/event-log/event-log.js';
import { CallRecordsRepository, type NewCallRecord } from './call-records.repository.js';

@Injectable()
export class CallRecords {
  constructor(
    private readonly callRecordsRepository: CallRecordsRepository,
    private readonly eventLog: EventLog,
  ) {}

  /** Joins the current transaction, which must append events to no other realm. */
  async add(realmId: number, records: NewCallRecord[]): Promise<void> {
    if (records.length === 0) return;
    // Sent together; the second statement waits for the lock of the first.
    await Promise.all([this.eventLog.hold(realmId), this.callRecordsRepository.insert(records)]);
  }
}
