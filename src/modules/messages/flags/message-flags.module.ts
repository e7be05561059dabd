import { Module } from '@nestjs/common';
import { FetchMessagesModule } from '#modules/messages/fetch';
import { NarrowModule } from '#modules/messages/narrow';
import { StreamsModule } from '#modules/streams/streams';
import { HistoricalCopies } from './historical-copies.service.js';
import { LostAccess } from './lost-access.service.js';
import { MarkReadRepository } from './mark-read.repository.js';
import { MarkReadService } from './mark-read.service.js';
import { MessageFlagsController } from './message-flags.controller.js';
import { MessageFlagsRepository } from './message-flags.repository.js';
import { MessageFlagsService } from './message-flags.service.js';
import { MutedSendersRepository } from './muted-senders.repository.js';
import { MutedSenders } from './muted-senders.service.js';
import { NarrowFlagsService } from './narrow-flags.service.js';

@Module({
  imports: [FetchMessagesModule, NarrowModule, StreamsModule],
  controllers: [MessageFlagsController],
  providers: [
    HistoricalCopies,
    LostAccess,
    MarkReadRepository,
    MarkReadService,
    MessageFlagsRepository,
    MessageFlagsService,
    MutedSenders,
    MutedSendersRepository,
    NarrowFlagsService,
  ],
  exports: [HistoricalCopies, LostAccess, MessageFlagsService, MutedSenders],
})
export class MessageFlagsModule {}
