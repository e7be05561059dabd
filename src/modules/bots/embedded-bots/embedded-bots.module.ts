import { Module } from '@nestjs/common';
import { BotRecordsModule } from '#modules/bots/records';
import { MessagesModule } from '#modules/messages/messages';
import { SendMessagesModule } from '#modules/messages/send';
import { UsersModule } from '#modules/users/users';
import { EmbeddedBotsService } from './embedded-bots.service.js';
import { EmbeddedBotsSnapshot } from './embedded-bots.snapshot.js';
import { EmbeddedBotsWorker } from './embedded-bots.worker.js';

@Module({
  imports: [BotRecordsModule, MessagesModule, SendMessagesModule, UsersModule],
  providers: [EmbeddedBotsService, EmbeddedBotsSnapshot, EmbeddedBotsWorker],
})
export class EmbeddedBotsModule {}
