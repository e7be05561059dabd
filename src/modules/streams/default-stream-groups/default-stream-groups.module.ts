import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { StreamsModule } from '#modules/streams/streams';
import { DefaultStreamGroupStreamEntity } from './default-stream-group-stream.entity.js';
import { DefaultStreamGroupEntity } from './default-stream-group.entity.js';
import { DefaultStreamGroupsController } from './default-stream-groups.controller.js';
import { DefaultStreamGroupsRepository } from './default-stream-groups.repository.js';
import { DefaultStreamGroupsService } from './default-stream-groups.service.js';
import { DefaultStreamGroupsSnapshot } from './default-stream-groups.snapshot.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([DefaultStreamGroupEntity, DefaultStreamGroupStreamEntity]),
    StreamsModule,
  ],
  controllers: [DefaultStreamGroupsController],
  providers: [
    DefaultStreamGroupsRepository,
    DefaultStreamGroupsService,
    DefaultStreamGroupsSnapshot,
  ],
  exports: [DefaultStreamGroupsService],
})
export class DefaultStreamGroupsModule {}
