import { Module } from '@nestjs/common';
import { MessagesModule } from '#modules/messages/messages.module.js';
import { SettingsModule } from '#modules/settings/settings.module.js';
import { StreamsModule } from '#modules/streams/streams.module.js';
import { UsersModule } from '#modules/users/users.module.js';
import { TypingAccess } from './typing.access.js';
import { TypingController } from './typing.controller.js';
import { TypingRepository } from './typing.repository.js';
import { TypingService } from './typing.service.js';

@Module({
  imports: [MessagesModule, SettingsModule, StreamsModule, UsersModule],
  controllers: [TypingController],
  providers: [TypingAccess, TypingRepository, TypingService],
})
export class TypingModule {}
