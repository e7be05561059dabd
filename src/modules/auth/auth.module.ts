import { Global, Module } from '@nestjs/common';
import { RealmsModule } from '#modules/realms/realms.module.js';
import { UsersModule } from '#modules/users/users.module.js';
import { Authentication } from '#platform/http/authentication.js';
import { AuthController } from './auth.controller.js';
import { AuthRepository } from './auth.repository.js';
import { AuthenticationService } from './authentication.service.js';
import { FetchApiKeyService } from './fetch-api-key.service.js';

@Global()
@Module({
  imports: [RealmsModule, UsersModule],
  controllers: [AuthController],
  providers: [
    AuthRepository,
    FetchApiKeyService,
    { provide: Authentication, useClass: AuthenticationService },
  ],
  exports: [Authentication],
})
export class AuthModule {}
