export { BotStorageModule } from './bot-storage.module.js';
