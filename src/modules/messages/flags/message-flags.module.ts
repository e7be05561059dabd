import { Module } from '@nestjs/common';
import { FetchMessagesModule } from '#modules/messages/fetch';
import { NarrowModule } from '#modules/messages/narrow';
import { StreamsModule } from '#modules/streams/streams';
import { ChannelAccessFlags } from './channel-access-flags.service.js';
import { MarkReadRepository } from './mark-read.repository.js';
import { MarkReadService } from './mark-read.service.js';
import { MessageFlagsController } from './message-flags.controller.js';
import { MessageFlagsRepository } from './message-flags.repository.js';
import { MessageFlagsService } from './message-flags.service.js';
import { MessageFlagsWorker } from './message-flags.worker.js';
import { StarredMessagesSnapshot } from './starred-messages.snapshot.js';

@Module({
  imports: [FetchMessagesModule, NarrowModule, StreamsModule],
  controllers: [MessageFlagsController],
  providers: [
    ChannelAccessFlags,
    MarkReadRepository,
    MarkReadService,
    MessageFlagsRepository,
    MessageFlagsService,
    MessageFlagsWorker,
    StarredMessagesSnapshot,
  ],
  exports: [ChannelAccessFlags, MarkReadService, MessageFlagsService],
})
export class MessageFlagsModule {}
