export { BotRecordsModule } from './bot-records.module.js';
export type { BotSettings } from './bots.repository.js';
export { BotsService } from './bots.service.js';
