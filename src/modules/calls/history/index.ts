export type { CallOutcome } from './call-record.entity.js';
export type { NewCallRecord } from './call-records.repository.js';
export { CallRecords } from './call-records.service.js';
export { CallHistoryModule } from './history.module.js';
