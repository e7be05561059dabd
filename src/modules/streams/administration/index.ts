export { StreamAdministrationModule } from './stream-administration.module.js';
