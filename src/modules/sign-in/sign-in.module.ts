import { Module } from '@nestjs/common';
import { AuthModule } from '#modules/auth/auth.module.js';
import { RealmsModule } from '#modules/realms/realms.module.js';
import { UsersModule } from '#modules/users/users.module.js';
import { ApiKeyController } from './api-key.controller.js';
import { FinishLogin } from './finish-login.service.js';
import { LoginAttempts } from './login-attempts.service.js';
import { PasswordLogin } from './password-login.service.js';
import { SessionController } from './session.controller.js';
import { SignInRepository } from './sign-in.repository.js';

/** The ways to log in. */
@Module({
  imports: [AuthModule, RealmsModule, UsersModule],
  controllers: [ApiKeyController, SessionController],
  providers: [FinishLogin, LoginAttempts, PasswordLogin, SignInRepository],
})
export class SignInModule {}
