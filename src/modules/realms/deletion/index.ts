export { RealmDeletionModule } from './realm-deletion.module.js';
