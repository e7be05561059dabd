import { Global, Module } from '@nestjs/common';
import { RealmsModule } from '#modules/realms/realms';
import { UsersModule } from '#modules/users/users';
import { DatabaseModule } from '#platform/database/database.module.js';
import { Authentication } from '#platform/http/authentication.js';
import { AuthRepository } from './auth.repository.js';
import { AuthenticationService } from './authentication.service.js';
import { AuthorizedClientEntity } from './authorized-client.entity.js';
import { AuthorizedClientsController } from './authorized-clients.controller.js';
import { AuthorizedClientsRepository } from './authorized-clients.repository.js';
import { AuthorizedClients } from './authorized-clients.service.js';

/** Knows who a request comes from. How people log in is in SignInModule. */
@Global()
@Module({
  imports: [DatabaseModule.forFeature([AuthorizedClientEntity]), RealmsModule, UsersModule],
  controllers: [AuthorizedClientsController],
  providers: [
    AuthRepository,
    AuthorizedClients,
    AuthorizedClientsRepository,
    { provide: Authentication, useClass: AuthenticationService },
  ],
  exports: [Authentication, AuthorizedClients],
})
export class AuthModule {}
