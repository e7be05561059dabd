import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EmailPreferencesModule } from '#modules/notifications/email-preferences';
import { RealmsModule } from '#modules/realms/realms';
import { StreamsModule } from '#modules/streams/streams';
import { SettingsModule } from '#modules/users/settings-catalogue';
import { UsersModule } from '#modules/users/users';
import { VisibilityModule } from '#modules/users/visibility';
import { DigestEntity } from './digest.entity.js';
import { DigestRepository } from './digest.repository.js';
import { DigestService } from './digest.service.js';
import { NotificationMailWorker } from './mail.worker.js';
import { MissedMessageEntity } from './missed-message.entity.js';
import { MissedMessagesRepository } from './missed-messages.repository.js';
import { MissedMessages } from './missed-messages.service.js';
import { ReplyAddressEntity } from './reply-address.entity.js';
import { ReplyAddressesRepository } from './reply-addresses.repository.js';
import { ReplyAddresses } from './reply-addresses.service.js';

/** Emails about messages, and the addresses for answers to them. */
@Module({
  imports: [
    TypeOrmModule.forFeature([DigestEntity, MissedMessageEntity, ReplyAddressEntity]),
    EmailPreferencesModule,
    RealmsModule,
    SettingsModule,
    StreamsModule,
    UsersModule,
    VisibilityModule,
  ],
  providers: [
    DigestRepository,
    DigestService,
    MissedMessages,
    MissedMessagesRepository,
    NotificationMailWorker,
    ReplyAddresses,
    ReplyAddressesRepository,
  ],
  exports: [MissedMessages, ReplyAddresses],
})
export class NotificationMailModule {}
