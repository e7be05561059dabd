import { Module } from '@nestjs/common';
import { AuthenticationModule } from '#modules/auth/authentication';
import { GroupsModule } from '#modules/groups/groups';
import { UserGroupsModule } from '#modules/groups/user-groups';
import { RealmDomainsModule } from '#modules/realms/domains';
import { RealmsModule } from '#modules/realms/realms';
import { UserCreationModule } from '#modules/users/creation';
import { AccountsModule } from '#modules/users/accounts';
import { ProfileFieldsModule } from '#modules/users/profile-fields';
import { UsersModule } from '#modules/users/users';
import { FirstLogins } from './first-logins.service.js';
import { OutsideAccounts } from './outside-accounts.service.js';
import { OutsideDetailsService } from './outside-details.service.js';
import { OutsideUpdates } from './outside-updates.service.js';

/** The accounts of people whom a directory or an OpenID provider identifies. */
@Module({
  imports: [
    AccountsModule,
    AuthenticationModule,
    GroupsModule,
    ProfileFieldsModule,
    RealmDomainsModule,
    UserCreationModule,
    RealmsModule,
    UserGroupsModule,
    UsersModule,
  ],
  providers: [FirstLogins, OutsideAccounts, OutsideDetailsService, OutsideUpdates],
  exports: [OutsideAccounts],
})
export class ExternalIdentitiesModule {}
