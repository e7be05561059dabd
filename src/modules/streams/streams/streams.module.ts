import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { GroupsModule } from '#modules/groups/groups';
import { MarkdownModule } from '#modules/markdown/markdown';
import { RealmsModule } from '#modules/realms/realms';
import { ChannelFoldersModule } from '#modules/streams/folders';
import { ChangeStreamAccess } from './change-stream.access.js';
import { ChangeStreamRepository } from './change-stream.repository.js';
import { ChangeStreamService } from './change-stream.service.js';
import { CreateStreamsAccess } from './create-streams.access.js';
import { CreateStreamsService } from './create-streams.service.js';
import { ListStreamsService } from './list-streams.service.js';
import { ListedStreams } from './listed-streams.service.js';
import { StreamActivityRepository } from './stream-activity.repository.js';
import { StreamActivityService } from './stream-activity.service.js';
import { StreamAudiencesRepository } from './stream-audiences.repository.js';
import { StreamAudiences } from './stream-audiences.service.js';
import { StreamChangeEvents } from './stream-change-events.service.js';
import { StreamHistoryRepository } from './stream-history.repository.js';
import { StreamHistory } from './stream-history.service.js';
import { StreamVisibilityRepository } from './stream-visibility.repository.js';
import { StreamVisibilityChanges } from './stream-visibility.service.js';
import { StreamEntity } from './stream.entity.js';
import { StreamsAccess } from './streams.access.js';
import { StreamsController } from './streams.controller.js';
import { StreamsRepository } from './streams.repository.js';
import { StreamsService } from './streams.service.js';
import { StreamsSnapshot } from './streams.snapshot.js';
import { StreamsWorker } from './streams.worker.js';

@Module({
  imports: [
    ChannelFoldersModule,
    TypeOrmModule.forFeature([StreamEntity]),
    GroupsModule,
    MarkdownModule,
    RealmsModule,
  ],
  controllers: [StreamsController],
  providers: [
    ChangeStreamAccess,
    ChangeStreamRepository,
    ChangeStreamService,
    CreateStreamsAccess,
    CreateStreamsService,
    ListStreamsService,
    ListedStreams,
    StreamActivityRepository,
    StreamActivityService,
    StreamAudiences,
    StreamAudiencesRepository,
    StreamChangeEvents,
    StreamHistory,
    StreamHistoryRepository,
    StreamVisibilityChanges,
    StreamVisibilityRepository,
    StreamsAccess,
    StreamsRepository,
    StreamsService,
    StreamsSnapshot,
    StreamsWorker,
  ],
  exports: [
    ChangeStreamAccess,
    ChangeStreamService,
    CreateStreamsAccess,
    CreateStreamsService,
    ListedStreams,
    StreamAudiences,
    StreamHistory,
    StreamVisibilityChanges,
    StreamsAccess,
    StreamsService,
  ],
})
export class StreamsModule {}
