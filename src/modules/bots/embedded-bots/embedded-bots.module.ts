import { Module } from '@nestjs/common';
import { BotsModule } from '#modules/bots/bots';
import { MessagesModule } from '#modules/messages/messages';
import { UsersModule } from '#modules/users/users';
import { EmbeddedBotsService } from './embedded-bots.service.js';
import { EmbeddedBotsSnapshot } from './embedded-bots.snapshot.js';
import { EmbeddedBotsWorker } from './embedded-bots.worker.js';

@Module({
  imports: [BotsModule, MessagesModule, UsersModule],
  providers: [EmbeddedBotsService, EmbeddedBotsSnapshot, EmbeddedBotsWorker],
})
export class EmbeddedBotsModule {}
