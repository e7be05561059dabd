import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthenticationModule } from '#modules/auth/authentication';
import { PasswordsModule } from '#modules/auth/passwords';
import { InvitesModule } from '#modules/invites/invites';
import { RealmDomainsModule } from '#modules/realms/domains';
import { RealmsModule } from '#modules/realms/realms';
import { UserCreationModule } from '#modules/users/creation';
import { UsersModule } from '#modules/users/users';
import { SignUpPages } from './sign-up-pages.service.js';
import { SignUpController } from './sign-up.controller.js';
import { SignUpEntity } from './sign-up.entity.js';
import { SignUpService } from './sign-up.service.js';
import { SignUpsRepository } from './sign-ups.repository.js';

/** Accounts without an invitation. */
@Module({
  imports: [
    TypeOrmModule.forFeature([SignUpEntity]),
    AuthenticationModule,
    InvitesModule,
    PasswordsModule,
    RealmDomainsModule,
    RealmsModule,
    UserCreationModule,
    UsersModule,
  ],
  controllers: [SignUpController],
  providers: [SignUpPages, SignUpService, SignUpsRepository],
  exports: [SignUpService],
})
export class SignUpModule {}
