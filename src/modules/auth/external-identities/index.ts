export { ExternalIdentitiesModule } from './external-identities.module.js';
export {
  ExternalIdentities,
  type ExternalIdentity,
  type IdentityDetails,
} from './external-identities.service.js';
