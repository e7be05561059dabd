// Writes the call history. Records are inserted while the event log is held, so that their ids are in the order
// of commits in the realm. A page therefore contains all records up to its newest one, and paging cannot skip a
// record that commits later with a smaller id.
import { Injectable } from '@nestjs/common';
import { EventLog } from '#platform/event-log/event-log.js';
import { CallRecordsRepository, type NewCallRecord } from './call-records.repository.js';

@Injectable()
export class CallRecords {
  constructor(
    private readonly callRecordsRepository: CallRecordsRepository,
    private readonly eventLog: EventLog,
  ) {}

  /**
   * Adds at most one record for each user and conversation. Joins the current transaction, which must append an
   * event to the realm: the records are inserted with its events.
   */
  add(realmId: number, records: NewCallRecord[]): void {
    if (records.length === 0) return;
    this.eventLog.whileHeld(realmId, () => this.callRecordsRepository.insert(records));
  }
}
