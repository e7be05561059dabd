import { Module } from '@nestjs/common';
import { NarrowModule } from '#modules/messages/narrow';
import { LinkifiersModule } from '#modules/realms/linkifiers';
import { RealmsModule } from '#modules/realms/realms';
import { UsersModule } from '#modules/users/users';
import { VisibilityModule } from '#modules/users/visibility';
import { FetchMessagesController } from './fetch-messages.controller.js';
import { FetchMessagesRepository } from './fetch-messages.repository.js';
import { FetchMessagesService } from './fetch-messages.service.js';
import { RecipientsCache } from './recipients-cache.service.js';
import { MessageRange } from './message-range.service.js';
import { MessageViews } from './message-views.service.js';
import { MessagesToBots } from './messages-to-bots.service.js';

@Module({
  imports: [VisibilityModule, NarrowModule, LinkifiersModule, RealmsModule, UsersModule],
  controllers: [FetchMessagesController],
  providers: [
    FetchMessagesService,
    RecipientsCache,
    MessageRange,
    MessageViews,
    MessagesToBots,
    FetchMessagesRepository,
  ],
  exports: [MessageRange, MessagesToBots],
})
export class FetchMessagesModule {}
