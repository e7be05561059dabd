import { Module } from '@nestjs/common';
import { AuthenticationModule } from '#modules/auth/authentication';
import { GroupsModule } from '#modules/groups/groups';
import { UserGroupsModule } from '#modules/groups/user-groups';
import { RealmDomainsModule } from '#modules/realms/domains';
import { RealmsModule } from '#modules/realms/realms';
import { AccountsModule } from '#modules/users/accounts';
import { UserCreationModule } from '#modules/users/creation';
import { ProfileFieldsModule } from '#modules/users/profile-fields';
import { UsersModule } from '#modules/users/users';
import { ExternalIdentities } from './external-identities.service.js';

@Module({
  imports: [
    AccountsModule,
    AuthenticationModule,
    GroupsModule,
    ProfileFieldsModule,
    RealmDomainsModule,
    RealmsModule,
    UserCreationModule,
    UserGroupsModule,
    UsersModule,
  ],
  providers: [ExternalIdentities],
  exports: [ExternalIdentities],
})
export class ExternalIdentitiesModule {}
