import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SipModule } from '#modules/calls/sip';
import { VideoLinksModule } from '#modules/calls/video-links';
import { EmailPreferencesModule } from '#modules/notifications/email-preferences';
import { RealmsModule } from '#modules/realms/realms';
import { SettingsModule } from '#modules/users/settings-catalogue';
import { UserEntity, UsersModule } from '#modules/users/users';
import { Authentication } from '#platform/http/authentication.js';
import { AuthenticationRepository } from './authentication.repository.js';
import { AuthenticationService } from './authentication.service.js';
import { AuthorizedClientEntity } from './authorized-client.entity.js';
import { AuthorizedClientsController } from './authorized-clients.controller.js';
import { AuthorizedClientsRepository } from './authorized-clients.repository.js';
import { AuthorizedClients } from './authorized-clients.service.js';
import { LoginAccountsRepository } from './login-accounts.repository.js';
import { LoginAttempts } from './login-attempts.service.js';
import { SecurityMailer } from './security-mailer.service.js';

/** Authentication of requests. Logging in is in LoginModule. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forFeature([AuthorizedClientEntity, UserEntity]),
    EmailPreferencesModule,
    RealmsModule,
    SettingsModule,
    SipModule,
    UsersModule,
    VideoLinksModule,
  ],
  controllers: [AuthorizedClientsController],
  providers: [
    AuthenticationRepository,
    AuthorizedClients,
    AuthorizedClientsRepository,
    LoginAccountsRepository,
    LoginAttempts,
    SecurityMailer,
    { provide: Authentication, useClass: AuthenticationService },
  ],
  exports: [
    Authentication,
    AuthorizedClients,
    LoginAccountsRepository,
    LoginAttempts,
    SecurityMailer,
  ],
})
export class AuthenticationModule {}
