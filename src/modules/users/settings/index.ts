export { PersonalSettingsModule } from './personal-settings.module.js';
