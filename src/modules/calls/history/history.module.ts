import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CallGroupEntity } from './call-group.entity.js';
import { CallRecordEntity } from './call-record.entity.js';
import { CallRecordsRepository } from './call-records.repository.js';
import { CallRecords } from './call-records.service.js';
import { HistoryController } from './history.controller.js';
import { HistoryRepository } from './history.repository.js';
import { HistoryService } from './history.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([CallGroupEntity, CallRecordEntity])],
  controllers: [HistoryController],
  providers: [CallRecords, CallRecordsRepository, HistoryRepository, HistoryService],
  exports: [CallRecords],
})
export class CallHistoryModule {}
