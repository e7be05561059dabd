import { Module } from '@nestjs/common';
import { BotsModule } from '#modules/bots/bots.module.js';
import { MessagesModule } from '#modules/messages/messages.module.js';
import { UsersModule } from '#modules/users/users.module.js';
import { EmbeddedBotsService } from './embedded-bots.service.js';
import { EmbeddedBotsSnapshot } from './embedded-bots.snapshot.js';
import { EmbeddedBotsWorker } from './embedded-bots.worker.js';

export { EmbeddedBotsSnapshot } from './embedded-bots.snapshot.js';

@Module({
  imports: [BotsModule, MessagesModule, UsersModule],
  providers: [EmbeddedBotsService, EmbeddedBotsSnapshot, EmbeddedBotsWorker],
  exports: [EmbeddedBotsSnapshot],
})
export class EmbeddedBotsModule {}
