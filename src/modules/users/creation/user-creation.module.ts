import { Module } from '@nestjs/common';
import { PasswordsModule } from '#modules/auth/passwords';
import { RealmDomainsModule } from '#modules/realms/domains';
import { DefaultStreamGroupsModule } from '#modules/streams/default-stream-groups';
import { StreamsModule } from '#modules/streams/streams';
import { SubscriptionsModule } from '#modules/streams/subscriptions';
import { SettingsModule } from '#modules/users/settings-catalogue';
import { UserStatusModule } from '#modules/users/status';
import { UsersModule } from '#modules/users/users';
import { CreateUserService } from './create-user.service.js';

@Module({
  imports: [
    DefaultStreamGroupsModule,
    PasswordsModule,
    RealmDomainsModule,
    StreamsModule,
    SettingsModule,
    SubscriptionsModule,
    UsersModule,
    UserStatusModule,
  ],
  providers: [CreateUserService],
  exports: [CreateUserService],
})
export class UserCreationModule {}
