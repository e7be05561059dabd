import { Module } from '@nestjs/common';
import { AuthenticationModule } from '#modules/auth/authentication';
import { LoginModule } from '#modules/auth/login';
import { UsersModule } from '#modules/users/users';
import { JwtLogin } from './jwt-login.service.js';
import { JwtController } from './jwt.controller.js';

@Module({
  imports: [AuthenticationModule, LoginModule, UsersModule],
  controllers: [JwtController],
  providers: [JwtLogin],
})
export class JwtModule {}
