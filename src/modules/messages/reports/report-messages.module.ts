import { Module } from '@nestjs/common';
import { MessagesModule } from '#modules/messages/messages';
import { SendMessagesModule } from '#modules/messages/send';
import { RealmsModule } from '#modules/realms/realms';
import { StreamsModule } from '#modules/streams/streams';
import { UsersModule } from '#modules/users/users';
import { ReportMessageController } from './report-message.controller.js';
import { ReportMessageService } from './report-message.service.js';

@Module({
  imports: [MessagesModule, SendMessagesModule, RealmsModule, StreamsModule, UsersModule],
  controllers: [ReportMessageController],
  providers: [ReportMessageService],
})
export class ReportMessagesModule {}
