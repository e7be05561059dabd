import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { StreamsModule } from '#modules/streams/streams';
import { SettingsModule } from '#modules/users/settings-catalogue';
import { UsersModule } from '#modules/users/users';
import { AutomaticTopicsRepository } from './automatic-topics.repository.js';
import { AutomaticTopicPolicies } from './automatic-topics.service.js';
import { MovedUserTopics } from './moved-user-topics.service.js';
import { UserTopicEntity } from './user-topic.entity.js';
import { UserTopicsController } from './user-topics.controller.js';
import { UserTopicsRepository } from './user-topics.repository.js';
import { UserTopicsService } from './user-topics.service.js';
import { UserTopicsSnapshot } from './user-topics.snapshot.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([UserTopicEntity]),
    SettingsModule,
    StreamsModule,
    UsersModule,
  ],
  controllers: [UserTopicsController],
  providers: [
    AutomaticTopicPolicies,
    AutomaticTopicsRepository,
    MovedUserTopics,
    UserTopicsRepository,
    UserTopicsService,
    UserTopicsSnapshot,
  ],
  exports: [AutomaticTopicPolicies, MovedUserTopics, UserTopicsService],
})
export class UserTopicsModule {}
