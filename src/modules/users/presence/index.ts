export { PresenceVisibilityEvents } from './presence-visibility-events.service.js';
export { PresenceHiding } from './presence-hiding.service.js';
export { PresenceModule } from './presence.module.js';
export { PresenceStore } from './presence-store.js';
