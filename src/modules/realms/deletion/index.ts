export { RealmDeletionModule } from './realm-deletion.module.js';
export { REALM_TABLES } from './realm-tables.js';
