import { Module } from '@nestjs/common';
import { StreamsModule } from '#modules/streams/streams.module.js';
import { DatabaseModule } from '#platform/database/database.module.js';
import { UserTopicEntity } from './user-topic.entity.js';
import { MovedUserTopics } from './moved-user-topics.service.js';
import { UserTopicsController } from './user-topics.controller.js';
import { UserTopicsRepository } from './user-topics.repository.js';
import { UserTopicsService } from './user-topics.service.js';
import { UserTopicsSnapshot } from './user-topics.snapshot.js';

export { UserTopicsSnapshot } from './user-topics.snapshot.js';

@Module({
  imports: [DatabaseModule.forFeature([UserTopicEntity]), StreamsModule],
  controllers: [UserTopicsController],
  providers: [MovedUserTopics, UserTopicsRepository, UserTopicsService, UserTopicsSnapshot],
  exports: [MovedUserTopics, UserTopicsService, UserTopicsSnapshot],
})
export class UserTopicsModule {}
