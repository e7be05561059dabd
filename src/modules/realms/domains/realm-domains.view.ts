import type { Schema } from '#platform/http/contract.js';
import type { RealmDomainEntity } from './realm-domain.entity.js';

export function realmDomainView({
  domain,
  allowSubdomains,
}: RealmDomainEntity): Schema<'RealmDomain'> {
  return { domain, allow_subdomains: allowSubdomains };
}
