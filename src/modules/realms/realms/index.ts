export { LIMITS } from './limits.js';
export { availableMethods, isMethodOn } from './login-methods.view.js';
export { RealmChanges } from './realm-changes.service.js';
export { RealmEntity } from './realm.entity.js';
export { RealmPermissions } from './realm-permissions.access.js';
export { ADMINISTERED_SETTINGS, OWNER_SETTINGS, type RealmSettings } from './realm-settings.js';
export { realmEvent } from './realms.events.js';
export { RealmsModule } from './realms.module.js';
export type { Realm } from './realms.repository.js';
export { RealmsService } from './realms.service.js';
export {
  EMPTY_TOPIC_DISPLAY_NAME,
  EXTERNAL_ACCOUNTS,
  iconUrl,
  logoUrl,
  nightLogoUrl,
  PICTURE_VERSIONS,
  type RealmPictureKind,
} from './realms.view.js';
export { videoChatProviders } from './video-chat-providers.view.js';
export { DatabaseRestores } from './database-restores.service.js';
export { ServerGenerationService } from './server-generation.service.js';
export { DELETION_DELAY_DAYS, REPORT_TYPES } from './server-state.view.js';
export { VERSION } from './version.js';
