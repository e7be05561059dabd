// What people do who run a channel: make it, change it, archive it. It stands above streams and
// subscriptions, because all of that tells people, subscribes them and writes messages.
import { Module } from '@nestjs/common';
import { GroupsModule } from '#modules/groups/groups';
import { MessagesModule } from '#modules/messages/messages';
import { RealmsModule } from '#modules/realms/realms';
import { StreamsModule } from '#modules/streams/streams';
import { SubscriptionsModule } from '#modules/streams/subscriptions';
import { UsersModule } from '#modules/users/users';
import { DatabaseModule } from '#platform/database/database.module.js';
import { ChannelAdministrationController } from './channel-administration.controller.js';
import { ChannelEmailAddressEntity } from './channel-email-address.entity.js';
import { ChannelEmailAddressesRepository } from './channel-email-addresses.repository.js';
import { ChannelEmailAddresses } from './channel-email-addresses.service.js';
import { ChannelNotices } from './channel-notices.service.js';
import { CreateChannelService } from './create-channel.service.js';
import { UpdateChannelService } from './update-channel.service.js';

@Module({
  imports: [
    DatabaseModule.forFeature([ChannelEmailAddressEntity]),
    GroupsModule,
    MessagesModule,
    RealmsModule,
    StreamsModule,
    SubscriptionsModule,
    UsersModule,
  ],
  controllers: [ChannelAdministrationController],
  providers: [
    ChannelEmailAddresses,
    ChannelEmailAddressesRepository,
    ChannelNotices,
    CreateChannelService,
    UpdateChannelService,
  ],
})
export class ChannelAdministrationModule {}
