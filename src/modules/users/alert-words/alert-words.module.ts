import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AlertWordEntity } from './alert-word.entity.js';
import { AlertWordsController } from './alert-words.controller.js';
import { AlertWordsRepository } from './alert-words.repository.js';
import { AlertWordsService } from './alert-words.service.js';
import { AlertWordsSnapshot } from './alert-words.snapshot.js';

@Module({
  imports: [TypeOrmModule.forFeature([AlertWordEntity])],
  controllers: [AlertWordsController],
  providers: [AlertWordsRepository, AlertWordsService, AlertWordsSnapshot],
  exports: [AlertWordsService],
})
export class AlertWordsModule {}
