export { AddressRules } from './address-rules.service.js';
export { RealmDomainsModule } from './realm-domains.module.js';
