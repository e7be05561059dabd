import { Module } from '@nestjs/common';
import { AuthenticationModule } from '#modules/auth/authentication';
import { SipModule } from '#modules/calls/sip';
import { RealmsModule } from '#modules/realms/realms';
import { UsersModule } from '#modules/users/users';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ChangePasswordService } from './change-password.service.js';
import { PasswordResetLinks } from './password-reset-links.service.js';
import { PasswordResetMailer } from './password-reset-mailer.service.js';
import { PasswordResetController } from './password-reset.controller.js';
import { PasswordResetEntity } from './password-reset.entity.js';
import { PasswordResetService } from './password-reset.service.js';
import { PasswordResetWorker } from './password-reset.worker.js';
import { PasswordResetsRepository } from './password-resets.repository.js';
import { Passwords } from './passwords.service.js';

/** The passwords that are stored here: the rules for them, changing one, and choosing a new one by mail. */
@Module({
  imports: [
    TypeOrmModule.forFeature([PasswordResetEntity]),
    AuthenticationModule,
    RealmsModule,
    SipModule,
    UsersModule,
  ],
  controllers: [PasswordResetController],
  providers: [
    ChangePasswordService,
    PasswordResetLinks,
    PasswordResetMailer,
    PasswordResetService,
    PasswordResetWorker,
    PasswordResetsRepository,
    Passwords,
  ],
  exports: [ChangePasswordService, PasswordResetLinks, PasswordResetService, Passwords],
})
export class PasswordsModule {}
