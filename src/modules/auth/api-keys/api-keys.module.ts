import { Module } from '@nestjs/common';
import { AuthenticationModule } from '#modules/auth/authentication';
import { LoginModule } from '#modules/auth/login';
import { BotsModule } from '#modules/bots/bots';
import { RealmsModule } from '#modules/realms/realms';
import { UsersModule } from '#modules/users/users';
import { BotKeysController } from './bot-keys.controller.js';
import { BotKeys } from './bot-keys.service.js';
import { DevelopmentLogin } from './development-login.service.js';
import { FetchApiKeyController } from './fetch-api-key.controller.js';
import { OwnApiKeyController } from './own-api-key.controller.js';
import { OwnApiKeyService } from './own-api-key.service.js';

/** API keys: fetching and regenerating them. */
@Module({
  imports: [AuthenticationModule, BotsModule, LoginModule, RealmsModule, UsersModule],
  controllers: [BotKeysController, FetchApiKeyController, OwnApiKeyController],
  providers: [BotKeys, DevelopmentLogin, OwnApiKeyService],
})
export class ApiKeysModule {}
