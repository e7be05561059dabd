import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DeleteMessagesModule } from '#modules/messages/delete';
import { EmojiModule } from '#modules/realms/emoji';
import { RealmsModule } from '#modules/realms/realms';
import { StreamsModule } from '#modules/streams/streams';
import { DeleteTopicService } from './delete-topic.service.js';
import { TopicDeletionQueue } from './topic-deletion-queue.service.js';
import { TopicDeletionEntity } from './topic-deletion.entity.js';
import { TopicDeletionService } from './topic-deletion.service.js';
import { TopicDeletionWorker } from './topic-deletion.worker.js';
import { TopicDeletionsRepository } from './topic-deletions.repository.js';
import { TopicIconEntity } from './topic-icon.entity.js';
import { TopicIconsRepository } from './topic-icons.repository.js';
import { TopicIconsService } from './topic-icons.service.js';
import { TopicsAccess } from './topics.access.js';
import { TopicsController } from './topics.controller.js';
import { TopicsRepository } from './topics.repository.js';
import { TopicsService } from './topics.service.js';

@Module({
  imports: [
    DeleteMessagesModule,
    TypeOrmModule.forFeature([TopicDeletionEntity, TopicIconEntity]),
    EmojiModule,
    RealmsModule,
    StreamsModule,
  ],
  controllers: [TopicsController],
  providers: [
    DeleteTopicService,
    TopicDeletionQueue,
    TopicDeletionService,
    TopicDeletionWorker,
    TopicDeletionsRepository,
    TopicIconsRepository,
    TopicIconsService,
    TopicsAccess,
    TopicsRepository,
    TopicsService,
  ],
  exports: [TopicIconsService],
})
export class TopicsModule {}
