export { EmailPreferencesModule } from './email-preferences.module.js';
export { UnsubscribeLinks } from './unsubscribe-links.service.js';
