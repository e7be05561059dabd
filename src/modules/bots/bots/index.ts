export { BotsAccess } from './bots.access.js';
export { BotsModule } from './bots.module.js';
