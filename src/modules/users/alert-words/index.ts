export { AlertWordsModule } from './alert-words.module.js';
export { AlertWordsService } from './alert-words.service.js';
export { AlertWordsSnapshot } from './alert-words.snapshot.js';
