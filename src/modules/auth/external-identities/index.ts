export { ExternalIdentitiesModule } from './external-identities.module.js';
export { OutsideAccounts, type OutsideIdentity } from './outside-accounts.service.js';
export type { OutsideDetails } from './outside-details.service.js';
