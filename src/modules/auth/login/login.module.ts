import { Module } from '@nestjs/common';
import { AuthenticationModule } from '#modules/auth/authentication';
import { LdapModule } from '#modules/auth/ldap';
import { PasswordsModule } from '#modules/auth/passwords';
import { RealmsModule } from '#modules/realms/realms';
import { UsersModule } from '#modules/users/users';
import { FinishLogin } from './finish-login.service.js';
import { PasswordLogin } from './password-login.service.js';

/** What the ways to log in share: checking a username with a password, and what follows a successful check. */
@Module({
  imports: [AuthenticationModule, LdapModule, PasswordsModule, RealmsModule, UsersModule],
  providers: [FinishLogin, PasswordLogin],
  exports: [FinishLogin, PasswordLogin],
})
export class LoginModule {}
