export { BotAdministrationModule } from './bot-administration.module.js';
