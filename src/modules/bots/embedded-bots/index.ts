export { type BotConfig, changedConfig, checkedService } from './embedded-bots.access.js';
export { EmbeddedBotsModule } from './embedded-bots.module.js';
