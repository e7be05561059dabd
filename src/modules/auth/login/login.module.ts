import { Module } from '@nestjs/common';
import { AuthenticationModule } from '#modules/auth/authentication';
import { ExternalIdentitiesModule } from '#modules/auth/external-identities';
import { LdapModule } from '#modules/auth/ldap';
import { PasswordsModule } from '#modules/auth/passwords';
import { RealmsModule } from '#modules/realms/realms';
import { UsersModule } from '#modules/users/users';
import { LoginService } from './login.service.js';

@Module({
  imports: [
    AuthenticationModule,
    ExternalIdentitiesModule,
    LdapModule,
    PasswordsModule,
    RealmsModule,
    UsersModule,
  ],
  providers: [LoginService],
  exports: [LoginService],
})
export class LoginModule {}
