export { LinkifiersModule } from './linkifiers.module.js';
export { LinkifiersService } from './linkifiers.service.js';
