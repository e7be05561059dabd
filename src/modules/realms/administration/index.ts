export { RealmAdministrationModule } from './realm-administration.module.js';
