export { BotsAccess } from './bots.access.js';
export { BotsModule } from './bots.module.js';
export { CreateBotService } from './create-bot.service.js';
