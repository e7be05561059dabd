import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DeleteMessagesModule } from '#modules/messages/delete';
import { UserMessageEntity } from '#modules/messages/messages';
import { StreamsModule } from '#modules/streams/streams';
import { TopicIconsModule } from '#modules/streams/topic-icons';
import { DeleteTopicService } from './delete-topic.service.js';
import { TopicsController } from './topics.controller.js';
import { TopicsRepository } from './topics.repository.js';
import { TopicsService } from './topics.service.js';
import { TopicsWorker } from './topics.worker.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([UserMessageEntity]),
    DeleteMessagesModule,
    StreamsModule,
    TopicIconsModule,
  ],
  controllers: [TopicsController],
  providers: [DeleteTopicService, TopicsRepository, TopicsService, TopicsWorker],
})
export class TopicsModule {}
