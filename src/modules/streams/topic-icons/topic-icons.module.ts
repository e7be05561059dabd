import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EmojiModule } from '#modules/realms/emoji';
import { RealmsModule } from '#modules/realms/realms';
import { StreamsModule } from '#modules/streams/streams';
import { TopicIconEntity } from './topic-icon.entity.js';
import { TopicIconsAccess } from './topic-icons.access.js';
import { TopicIconsController } from './topic-icons.controller.js';
import { TopicIconsRepository } from './topic-icons.repository.js';
import { TopicIconsService } from './topic-icons.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([TopicIconEntity]), EmojiModule, RealmsModule, StreamsModule],
  controllers: [TopicIconsController],
  providers: [TopicIconsAccess, TopicIconsRepository, TopicIconsService],
  exports: [TopicIconsService],
})
export class TopicIconsModule {}
