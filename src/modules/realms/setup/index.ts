export { BotSetupService } from './bot-setup.service.js';
export { FirstRealmService } from './first-realm.service.js';
export { RealmSetupModule } from './realm-setup.module.js';
export { RealmSetupService } from './realm-setup.service.js';
export { UserSetupService } from './user-setup.service.js';
