import { Module } from '@nestjs/common';
import { AuthenticationModule } from '#modules/auth/authentication';
import { LdapDirectory } from './ldap-directory.service.js';

@Module({
  imports: [AuthenticationModule],
  providers: [LdapDirectory],
  exports: [LdapDirectory],
})
export class LdapModule {}
