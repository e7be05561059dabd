import { Module } from '@nestjs/common';
import { PasswordsModule } from '#modules/auth/passwords';
import { SendMessagesModule } from '#modules/messages/send';
import { GroupsModule } from '#modules/groups/groups';
import { RealmsModule } from '#modules/realms/realms';
import { StreamsModule } from '#modules/streams/streams';
import { UserCreationModule } from '#modules/users/creation';
import { UsersModule } from '#modules/users/users';
import { FirstStreamsService } from './first-streams.service.js';
import { FirstRealmService } from './first-realm.service.js';
import { RealmSetupService } from './realm-setup.service.js';

@Module({
  imports: [
    SendMessagesModule,
    GroupsModule,
    PasswordsModule,
    RealmsModule,
    StreamsModule,
    UserCreationModule,
    UsersModule,
  ],
  providers: [FirstStreamsService, FirstRealmService, RealmSetupService],
  exports: [FirstRealmService, RealmSetupService],
})
export class RealmSetupModule {}
