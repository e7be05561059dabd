export { type BotConfig, mergeConfig, requireService } from './embedded-bots.access.js';
export { EmbeddedBotsModule } from './embedded-bots.module.js';
