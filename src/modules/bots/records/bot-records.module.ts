import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { UsersModule } from '#modules/users/users';
import { BotEntity } from './bot.entity.js';
import { BotRecordsRepository } from './bot-records.repository.js';
import { BotRecords } from './bot-records.service.js';
import { BotsSnapshot } from './bots.snapshot.js';

/** The data of bots for other modules. The operations on bots are in BotsModule. */
@Module({
  imports: [TypeOrmModule.forFeature([BotEntity]), UsersModule],
  providers: [BotRecordsRepository, BotRecords, BotsSnapshot],
  exports: [BotRecords],
})
export class BotRecordsModule {}
