export { FirstRealmService } from './first-realm.service.js';
export { RealmSetupModule } from './realm-setup.module.js';
export { RealmSetupService } from './realm-setup.service.js';
