export { PresenceDisclosure } from './presence-disclosure.service.js';
export { PresenceForgetting } from './presence-forgetting.service.js';
export { PresenceHiding } from './presence-hiding.service.js';
export { PresenceModule } from './presence.module.js';
