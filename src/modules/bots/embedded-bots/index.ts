export { type BotConfig, changedConfig, checkedService } from './embedded-bots.access.js';
export { EmbeddedBotsModule } from './embedded-bots.module.js';
export { EmbeddedBotsSnapshot } from './embedded-bots.snapshot.js';
