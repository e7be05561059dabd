import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DeleteMessagesModule } from '#modules/messages/delete';
import { EmojiModule } from '#modules/realms/emoji';
import { RealmsModule } from '#modules/realms/realms';
import { StreamsModule } from '#modules/streams/streams';
import { DeleteTopicService } from './delete-topic.service.js';
import { TopicIconEntity } from './topic-icon.entity.js';
import { TopicIconsRepository } from './topic-icons.repository.js';
import { TopicIconsService } from './topic-icons.service.js';
import { TopicsAccess } from './topics.access.js';
import { TopicsController } from './topics.controller.js';
import { TopicsRepository } from './topics.repository.js';
import { TopicsService } from './topics.service.js';
import { TopicsWorker } from './topics.worker.js';

@Module({
  imports: [
    DeleteMessagesModule,
    TypeOrmModule.forFeature([TopicIconEntity]),
    EmojiModule,
    RealmsModule,
    StreamsModule,
  ],
  controllers: [TopicsController],
  providers: [
    DeleteTopicService,
    TopicIconsRepository,
    TopicIconsService,
    TopicsAccess,
    TopicsRepository,
    TopicsService,
    TopicsWorker,
  ],
  exports: [TopicIconsService],
})
export class TopicsModule {}
