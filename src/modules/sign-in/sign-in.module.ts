import { Module } from '@nestjs/common';
import { AuthModule } from '#modules/auth/auth.module.js';
import { RealmsModule } from '#modules/realms/realms.module.js';
import { UsersModule } from '#modules/users/users.module.js';
import { DatabaseModule } from '#platform/database/database.module.js';
import { ApiKeyController } from './api-key.controller.js';
import { FinishLogin } from './finish-login.service.js';
import { LoginAttempts } from './login-attempts.service.js';
import { LoginPageController } from './login-page.controller.js';
import { LoginPage } from './login-page.service.js';
import { OwnPassword } from './own-password.service.js';
import { PasswordLogin } from './password-login.service.js';
import { PasswordResetController } from './password-reset.controller.js';
import { PasswordResetEntity } from './password-reset.entity.js';
import { PasswordReset } from './password-reset.service.js';
import { PasswordResetLetters } from './password-reset-letters.service.js';
import { PasswordResetsRepository } from './password-resets.repository.js';
import { PasswordRules } from './password-rules.service.js';
import { SessionController } from './session.controller.js';
import { SignInRepository } from './sign-in.repository.js';
import { SignInWorker } from './sign-in.worker.js';

/** The ways to log in. */
@Module({
  imports: [
    DatabaseModule.forFeature([PasswordResetEntity]),
    AuthModule,
    RealmsModule,
    UsersModule,
  ],
  controllers: [ApiKeyController, LoginPageController, PasswordResetController, SessionController],
  providers: [
    FinishLogin,
    LoginAttempts,
    LoginPage,
    OwnPassword,
    PasswordLogin,
    PasswordReset,
    PasswordResetLetters,
    PasswordResetsRepository,
    PasswordRules,
    SignInRepository,
    SignInWorker,
  ],
  exports: [OwnPassword],
})
export class SignInModule {}
