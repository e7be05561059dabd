// Creating, changing and archiving streams. Above streams and subscriptions, since these operations
// subscribe users and send messages.
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SendMessagesModule } from '#modules/messages/send';
import { GroupsModule } from '#modules/groups/groups';
import { RealmsModule } from '#modules/realms/realms';
import { DefaultStreamGroupsModule } from '#modules/streams/default-stream-groups';
import { StreamsModule } from '#modules/streams/streams';
import { SubscriptionsModule } from '#modules/streams/subscriptions';
import { UsersModule } from '#modules/users/users';
import { StreamAdministrationController } from './stream-administration.controller.js';
import { StreamEmailAddressEntity } from './stream-email-address.entity.js';
import { StreamEmailAddressesRepository } from './stream-email-addresses.repository.js';
import { StreamEmailAddressesService } from './stream-email-addresses.service.js';
import { StreamNotifications } from './stream-notifications.service.js';
import { CreateStreamService } from './create-stream.service.js';
import { UpdateStreamService } from './update-stream.service.js';

@Module({
  imports: [
    SendMessagesModule,
    TypeOrmModule.forFeature([StreamEmailAddressEntity]),
    DefaultStreamGroupsModule,
    GroupsModule,
    RealmsModule,
    StreamsModule,
    SubscriptionsModule,
    UsersModule,
  ],
  controllers: [StreamAdministrationController],
  providers: [
    StreamEmailAddressesService,
    StreamEmailAddressesRepository,
    StreamNotifications,
    CreateStreamService,
    UpdateStreamService,
  ],
  exports: [StreamEmailAddressesService],
})
export class StreamAdministrationModule {}
