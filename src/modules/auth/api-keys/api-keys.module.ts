import { Module } from '@nestjs/common';
import { AuthenticationModule } from '#modules/auth/authentication';
import { LoginModule } from '#modules/auth/login';
import { BotsModule } from '#modules/bots/bots';
import { RealmsModule } from '#modules/realms/realms';
import { UsersModule } from '#modules/users/users';
import { ApiKeysController } from './api-keys.controller.js';
import { ApiKeysService } from './api-keys.service.js';
import { DevelopmentLogin } from './development-login.service.js';
import { SessionApiKeyController } from './session-api-key.controller.js';

@Module({
  imports: [AuthenticationModule, BotsModule, LoginModule, RealmsModule, UsersModule],
  controllers: [ApiKeysController, SessionApiKeyController],
  providers: [ApiKeysService, DevelopmentLogin],
})
export class ApiKeysModule {}
