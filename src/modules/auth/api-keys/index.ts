export { ApiKeysModule } from './api-keys.module.js';
export { encryptedKey, isOneTimeKey } from './mobile-key.js';
