import { Module } from '@nestjs/common';
import { AuthenticationModule } from '#modules/auth/authentication';
import { LoginModule } from '#modules/auth/login';
import { PasswordsModule } from '#modules/auth/passwords';
import { SignUpModule } from '#modules/invites/sign-up';
import { RealmsModule } from '#modules/realms/realms';
import { HomeController } from './home.controller.js';
import { LoginPageController } from './login-page.controller.js';
import { LoginPage } from './login-page.service.js';
import { SessionController } from './session.controller.js';

/** Browser sessions: the login page, and logging in and out by the API. */
@Module({
  imports: [AuthenticationModule, LoginModule, PasswordsModule, RealmsModule, SignUpModule],
  controllers: [HomeController, LoginPageController, SessionController],
  providers: [LoginPage],
})
export class SessionsModule {}
