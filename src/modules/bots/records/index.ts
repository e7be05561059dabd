export { BotRecordsModule } from './bot-records.module.js';
export type { BotSettings } from './bot-records.repository.js';
export { BotRecords, type OutgoingWebhook } from './bot-records.service.js';
