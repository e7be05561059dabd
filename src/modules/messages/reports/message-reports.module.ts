import { Module } from '@nestjs/common';
import { MessagesModule } from '#modules/messages/messages';
import { SendMessagesModule } from '#modules/messages/send';
import { RealmsModule } from '#modules/realms/realms';
import { StreamsModule } from '#modules/streams/streams';
import { UsersModule } from '#modules/users/users';
import { MessageReportsController } from './message-reports.controller.js';
import { MessageReportsService } from './message-reports.service.js';

@Module({
  imports: [MessagesModule, SendMessagesModule, RealmsModule, StreamsModule, UsersModule],
  controllers: [MessageReportsController],
  providers: [MessageReportsService],
})
export class MessageReportsModule {}
