import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { UsersModule } from '#modules/users/users';
import { BotEntity } from './bot.entity.js';
import { BotsRepository } from './bots.repository.js';
import { BotsService } from './bots.service.js';
import { BotsSnapshot } from './bots.snapshot.js';

/** What all other features ask of bots. The operations on them are in BotsModule. */
@Module({
  imports: [TypeOrmModule.forFeature([BotEntity]), UsersModule],
  providers: [BotsRepository, BotsService, BotsSnapshot],
  exports: [BotsService],
})
export class BotRecordsModule {}
