import { Module } from '@nestjs/common';
import { AuthenticationModule } from '#modules/auth/authentication';
import { ExternalIdentitiesModule } from '#modules/auth/external-identities';
import { DirectoryLogin } from './directory-login.service.js';
import { Directory } from './directory.service.js';

/** Logging in with the account of an LDAP directory. */
@Module({
  imports: [AuthenticationModule, ExternalIdentitiesModule],
  providers: [Directory, DirectoryLogin],
  exports: [DirectoryLogin],
})
export class LdapModule {}
