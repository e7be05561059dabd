export { SipCredentials } from './sip-credentials.service.js';
export { SipModule } from './sip.module.js';
export { iceServers } from './turn-credentials.js';
export { SipSigningKeys } from './sip-signing-keys.service.js';
