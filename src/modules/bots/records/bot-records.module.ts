import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { UsersModule } from '#modules/users/users';
import { BotEntity } from './bot.entity.js';
import { BotRecordsRepository } from './bot-records.repository.js';
import { BotRecords } from './bot-records.service.js';
import { BotsSnapshot } from './bots.snapshot.js';

/** What all other features ask of bots. The operations on them are in BotsModule. */
@Module({
  imports: [TypeOrmModule.forFeature([BotEntity]), UsersModule],
  providers: [BotRecordsRepository, BotRecords, BotsSnapshot],
  exports: [BotRecords],
})
export class BotRecordsModule {}
