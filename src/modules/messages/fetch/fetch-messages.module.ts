import { Module } from '@nestjs/common';
import { NarrowModule } from '#modules/messages/narrow';
import { LinkifiersModule } from '#modules/realms/linkifiers';
import { RealmsModule } from '#modules/realms/realms';
import { UsersModule } from '#modules/users/users';
import { VisibilityModule } from '#modules/users/visibility';
import { FindMessagesController } from './fetch-messages.controller.js';
import { MessagesRepository } from './fetch-messages.repository.js';
import { FetchMessagesService } from './fetch-messages.service.js';
import { MessagePlaces } from './message-places.service.js';
import { MessageRange } from './message-range.service.js';
import { MessageViews } from './message-views.service.js';

@Module({
  imports: [VisibilityModule, NarrowModule, LinkifiersModule, RealmsModule, UsersModule],
  controllers: [FindMessagesController],
  providers: [FetchMessagesService, MessagePlaces, MessageRange, MessageViews, MessagesRepository],
  exports: [MessageRange],
})
export class FetchMessagesModule {}
