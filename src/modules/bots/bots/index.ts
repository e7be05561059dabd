export { BotsModule } from './bots.module.js';
export type { BotSettings } from './bots.repository.js';
export { BotsService } from './bots.service.js';
