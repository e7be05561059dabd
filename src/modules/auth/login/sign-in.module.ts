import { Module } from '@nestjs/common';
import { AuthModule } from '#modules/auth/authentication';
import { GroupsModule } from '#modules/groups/groups';
import { UserGroupsModule } from '#modules/groups/user-groups';
import { RealmDomainsModule } from '#modules/realms/domains';
import { RealmsModule } from '#modules/realms/realms';
import { RealmSetupModule } from '#modules/realms/setup';
import { AccountsModule } from '#modules/users/accounts';
import { ProfileFieldsModule } from '#modules/users/profile-fields';
import { UsersModule } from '#modules/users/users';
import { ApiKeyController } from './api-key.controller.js';
import { DevelopmentLogin } from './development-login.service.js';
import { DirectoryLogin } from './directory-login.service.js';
import { Directory } from './directory.service.js';
import { FinishLogin } from './finish-login.service.js';
import { FirstLogins } from './first-logins.service.js';
import { KeptPasswords } from './kept-passwords.service.js';
import { LoginAttempts } from './login-attempts.service.js';
import { LoginPageController } from './login-page.controller.js';
import { LoginPage } from './login-page.service.js';
import { OpenIdLogin } from './open-id-login.service.js';
import { OpenIdController } from './open-id.controller.js';
import { OpenId } from './open-id.service.js';
import { OutsideAccounts } from './outside-accounts.service.js';
import { OutsideDetailsService } from './outside-details.service.js';
import { OutsideUpdates } from './outside-updates.service.js';
import { OwnPassword } from './own-password.service.js';
import { OwnProfile } from './own-profile.service.js';
import { PasswordLogin } from './password-login.service.js';
import { PasswordResetMailer } from './password-reset-mailer.service.js';
import { PasswordResetController } from './password-reset.controller.js';
import { PasswordReset } from './password-reset.service.js';
import { PasswordRules } from './password-rules.service.js';
import { SessionController } from './session.controller.js';
import { SignInRepository } from './sign-in.repository.js';
import { SignInWorker } from './sign-in.worker.js';
import { TokenLogin } from './token-login.service.js';

/** The ways to log in. */
@Module({
  imports: [
    AccountsModule,
    AuthModule,
    GroupsModule,
    ProfileFieldsModule,
    RealmDomainsModule,
    RealmSetupModule,
    RealmsModule,
    UserGroupsModule,
    UsersModule,
  ],
  controllers: [
    ApiKeyController,
    LoginPageController,
    OpenIdController,
    PasswordResetController,
    SessionController,
  ],
  providers: [
    DevelopmentLogin,
    Directory,
    DirectoryLogin,
    FinishLogin,
    FirstLogins,
    KeptPasswords,
    LoginAttempts,
    LoginPage,
    OpenId,
    OpenIdLogin,
    OutsideAccounts,
    OutsideDetailsService,
    OutsideUpdates,
    OwnPassword,
    OwnProfile,
    PasswordLogin,
    PasswordReset,
    PasswordResetMailer,
    PasswordRules,
    SignInRepository,
    SignInWorker,
    TokenLogin,
  ],
  exports: [OwnPassword],
})
export class SignInModule {}
