import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LinkifierEntity } from './linkifier.entity.js';
import { LinkifiersController } from './linkifiers.controller.js';
import { LinkifiersRepository } from './linkifiers.repository.js';
import { LinkifiersService } from './linkifiers.service.js';
import { LinkifiersSnapshot } from './linkifiers.snapshot.js';

@Module({
  imports: [TypeOrmModule.forFeature([LinkifierEntity])],
  controllers: [LinkifiersController],
  providers: [LinkifiersRepository, LinkifiersService, LinkifiersSnapshot],
  exports: [LinkifiersService],
})
export class LinkifiersModule {}
