export { LdapDirectory } from './ldap-directory.service.js';
export { LdapModule } from './ldap.module.js';
