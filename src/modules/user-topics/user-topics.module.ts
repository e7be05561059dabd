import { Module } from '@nestjs/common';
import { SettingsModule } from '#modules/settings/settings.module.js';
import { StreamsModule } from '#modules/streams/streams.module.js';
import { UsersModule } from '#modules/users/users.module.js';
import { DatabaseModule } from '#platform/database/database.module.js';
import { AutomaticTopicsRepository } from './automatic-topics.repository.js';
import { AutomaticTopics } from './automatic-topics.service.js';
import { UserTopicEntity } from './user-topic.entity.js';
import { MovedUserTopics } from './moved-user-topics.service.js';
import { UserTopicsController } from './user-topics.controller.js';
import { UserTopicsRepository } from './user-topics.repository.js';
import { UserTopicsService } from './user-topics.service.js';
import { UserTopicsSnapshot } from './user-topics.snapshot.js';

export { UserTopicsSnapshot } from './user-topics.snapshot.js';

@Module({
  imports: [
    DatabaseModule.forFeature([UserTopicEntity]),
    SettingsModule,
    StreamsModule,
    UsersModule,
  ],
  controllers: [UserTopicsController],
  providers: [
    AutomaticTopics,
    AutomaticTopicsRepository,
    MovedUserTopics,
    UserTopicsRepository,
    UserTopicsService,
    UserTopicsSnapshot,
  ],
  exports: [AutomaticTopics, MovedUserTopics, UserTopicsService, UserTopicsSnapshot],
})
export class UserTopicsModule {}
