export { DirectoryLogin } from './directory-login.service.js';
export { LdapModule } from './ldap.module.js';
