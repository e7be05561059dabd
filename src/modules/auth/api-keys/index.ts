export { ApiKeysModule } from './api-keys.module.js';
export { encryptApiKey, isOneTimeKey } from './mobile-key.js';
