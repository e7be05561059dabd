import { Module } from '@nestjs/common';
import { GroupsModule } from '#modules/groups/groups.module.js';
import { MarkdownModule } from '#modules/markdown/markdown.module.js';
import { RealmsModule } from '#modules/realms/realms.module.js';
import { DatabaseModule } from '#platform/database/database.module.js';
import { CreateStreamsAccess } from './create-streams.access.js';
import { CreateStreamsService } from './create-streams.service.js';
import { ListStreamsService } from './list-streams.service.js';
import { StreamEntity } from './stream.entity.js';
import { StreamsAccess } from './streams.access.js';
import { StreamsController } from './streams.controller.js';
import { StreamsRepository } from './streams.repository.js';
import { StreamsService } from './streams.service.js';
import { StreamsSnapshot } from './streams.snapshot.js';

@Module({
  imports: [DatabaseModule.forFeature([StreamEntity]), GroupsModule, MarkdownModule, RealmsModule],
  controllers: [StreamsController],
  providers: [
    CreateStreamsAccess,
    CreateStreamsService,
    ListStreamsService,
    StreamsAccess,
    StreamsRepository,
    StreamsService,
    StreamsSnapshot,
  ],
  exports: [
    CreateStreamsAccess,
    CreateStreamsService,
    StreamsAccess,
    StreamsService,
    StreamsSnapshot,
  ],
})
export class StreamsModule {}
