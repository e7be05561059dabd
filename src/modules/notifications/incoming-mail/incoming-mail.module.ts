import { Module } from '@nestjs/common';
import { MessagesModule } from '#modules/messages/messages';
import { SendMessagesModule } from '#modules/messages/send';
import { NotificationMailModule } from '#modules/notifications/mail';
import { RealmsModule } from '#modules/realms/realms';
import { StreamAdministrationModule } from '#modules/streams/administration';
import { UploadsModule } from '#modules/uploads/uploads';
import { UsersModule } from '#modules/users/users';
import { IncomingAddresses } from './incoming-addresses.service.js';
import { IncomingMailServer } from './incoming-mail-server.js';
import { IncomingMailService } from './incoming-mail.service.js';

/** Mail that becomes messages. Only processes with the role `mail`, or `all` with MAIL_IN_PORT, listen. */
@Module({
  imports: [
    MessagesModule,
    NotificationMailModule,
    RealmsModule,
    SendMessagesModule,
    StreamAdministrationModule,
    UploadsModule,
    UsersModule,
  ],
  providers: [IncomingAddresses, IncomingMailServer, IncomingMailService],
  exports: [IncomingMailServer],
})
export class IncomingMailModule {}
