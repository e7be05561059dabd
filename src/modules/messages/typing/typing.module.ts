import { Module } from '@nestjs/common';
import { MessagesModule } from '#modules/messages/messages';
import { SendMessagesModule } from '#modules/messages/send';
import { StreamsModule } from '#modules/streams/streams';
import { SettingsModule } from '#modules/users/settings-catalogue';
import { UsersModule } from '#modules/users/users';
import { VisibilityModule } from '#modules/users/visibility';
import { TypingAccess } from './typing.access.js';
import { TypingController } from './typing.controller.js';
import { TypingRepository } from './typing.repository.js';
import { TypingService } from './typing.service.js';

@Module({
  imports: [
    VisibilityModule,
    MessagesModule,
    SendMessagesModule,
    SettingsModule,
    StreamsModule,
    UsersModule,
  ],
  controllers: [TypingController],
  providers: [TypingAccess, TypingRepository, TypingService],
})
export class TypingModule {}
