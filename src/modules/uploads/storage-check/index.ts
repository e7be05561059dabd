export { StorageCheckModule } from './storage-check.module.js';
export { StorageCheck } from './storage-check.service.js';
