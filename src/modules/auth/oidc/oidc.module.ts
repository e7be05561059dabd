import { Module } from '@nestjs/common';
import { ExternalIdentitiesModule } from '#modules/auth/external-identities';
import { LoginModule } from '#modules/auth/login';
import { RealmsModule } from '#modules/realms/realms';
import { OpenIdLogin } from './open-id-login.service.js';
import { OpenIdController } from './open-id.controller.js';
import { OpenId } from './open-id.service.js';

/** Single sign-on with an OpenID Connect provider. */
@Module({
  imports: [ExternalIdentitiesModule, LoginModule, RealmsModule],
  controllers: [OpenIdController],
  providers: [OpenId, OpenIdLogin],
})
export class OidcModule {}
