import { Module } from '@nestjs/common';
import { PasswordsModule } from '#modules/auth/passwords';
import { RealmDomainsModule } from '#modules/realms/domains';
import { StreamsModule } from '#modules/streams/streams';
import { SubscriptionsModule } from '#modules/streams/subscriptions';
import { UsersModule } from '#modules/users/users';
import { CreateUserService } from './create-user.service.js';

@Module({
  imports: [PasswordsModule, RealmDomainsModule, StreamsModule, SubscriptionsModule, UsersModule],
  providers: [CreateUserService],
  exports: [CreateUserService],
})
export class UserCreationModule {}
