import { Module } from '@nestjs/common';
import { ExternalIdentitiesModule } from '#modules/auth/external-identities';
import { LoginModule } from '#modules/auth/login';
import { RealmsModule } from '#modules/realms/realms';
import { OidcLogin } from './oidc-login.service.js';
import { OidcProvider } from './oidc-provider.service.js';
import { OidcController } from './oidc.controller.js';

@Module({
  imports: [ExternalIdentitiesModule, LoginModule, RealmsModule],
  controllers: [OidcController],
  providers: [OidcLogin, OidcProvider],
})
export class OidcModule {}
