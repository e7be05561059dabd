export { AlertWordsModule } from './alert-words.module.js';
export { AlertWordsService } from './alert-words.service.js';
