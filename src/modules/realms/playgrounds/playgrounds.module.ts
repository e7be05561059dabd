import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PlaygroundEntity } from './playground.entity.js';
import { PlaygroundsController } from './playgrounds.controller.js';
import { PlaygroundsRepository } from './playgrounds.repository.js';
import { PlaygroundsService } from './playgrounds.service.js';
import { PlaygroundsSnapshot } from './playgrounds.snapshot.js';

@Module({
  imports: [TypeOrmModule.forFeature([PlaygroundEntity])],
  controllers: [PlaygroundsController],
  providers: [PlaygroundsRepository, PlaygroundsService, PlaygroundsSnapshot],
})
export class PlaygroundsModule {}
