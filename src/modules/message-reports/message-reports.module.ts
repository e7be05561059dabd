import { Module } from '@nestjs/common';
import { MessagesModule } from '#modules/messages/messages.module.js';
import { RealmsModule } from '#modules/realms/realms.module.js';
import { StreamsModule } from '#modules/streams/streams.module.js';
import { UsersModule } from '#modules/users/users.module.js';
import { MessageReportsController } from './message-reports.controller.js';
import { MessageReportsService } from './message-reports.service.js';

@Module({
  imports: [MessagesModule, RealmsModule, StreamsModule, UsersModule],
  controllers: [MessageReportsController],
  providers: [MessageReportsService],
})
export class MessageReportsModule {}
