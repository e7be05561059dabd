import { Module } from '@nestjs/common';
import { AuthenticationModule } from '#modules/auth/authentication';
import { LoginModule } from '#modules/auth/login';
import { UsersModule } from '#modules/users/users';
import { JwtController } from './jwt.controller.js';
import { OwnProfile } from './own-profile.service.js';
import { TokenLogin } from './token-login.service.js';

/** Logging in with a signed token (JWT). */
@Module({
  imports: [AuthenticationModule, LoginModule, UsersModule],
  controllers: [JwtController],
  providers: [OwnProfile, TokenLogin],
})
export class JwtModule {}
