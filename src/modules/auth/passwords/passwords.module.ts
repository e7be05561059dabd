import { Module } from '@nestjs/common';
import { AuthenticationModule } from '#modules/auth/authentication';
import { RealmsModule } from '#modules/realms/realms';
import { UsersModule } from '#modules/users/users';
import { KeptPasswords } from './kept-passwords.service.js';
import { OwnPassword } from './own-password.service.js';
import { PasswordResetMailer } from './password-reset-mailer.service.js';
import { PasswordResetController } from './password-reset.controller.js';
import { PasswordReset } from './password-reset.service.js';
import { PasswordResetWorker } from './password-reset.worker.js';
import { PasswordRules } from './password-rules.service.js';

/** The passwords that are stored here: the rules for them, changing one, and choosing a new one by mail. */
@Module({
  imports: [AuthenticationModule, RealmsModule, UsersModule],
  controllers: [PasswordResetController],
  providers: [
    KeptPasswords,
    OwnPassword,
    PasswordReset,
    PasswordResetMailer,
    PasswordResetWorker,
    PasswordRules,
  ],
  exports: [KeptPasswords, OwnPassword, PasswordReset],
})
export class PasswordsModule {}
