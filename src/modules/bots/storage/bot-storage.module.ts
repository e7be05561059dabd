import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BotStorageController } from './bot-storage.controller.js';
import { BotStorageEntryEntity } from './bot-storage-entry.entity.js';
import { BotStorageRepository } from './bot-storage.repository.js';
import { BotStorageService } from './bot-storage.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([BotStorageEntryEntity])],
  controllers: [BotStorageController],
  providers: [BotStorageRepository, BotStorageService],
})
export class BotStorageModule {}
