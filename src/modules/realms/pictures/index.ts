export { RealmPicturesModule } from './realm-pictures.module.js';
