export { StreamAdministrationModule } from './stream-administration.module.js';
export { StreamEmailAddressesService } from './stream-email-addresses.service.js';
