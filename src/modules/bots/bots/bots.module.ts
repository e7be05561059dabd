import { Module } from '@nestjs/common';
import { BotRecordsModule } from '#modules/bots/records';
import { RealmsModule } from '#modules/realms/realms';
import { RealmSetupModule } from '#modules/realms/setup';
import { StreamsModule } from '#modules/streams/streams';
import { AccountsModule } from '#modules/users/accounts';
import { UsersModule } from '#modules/users/users';
import { BotIdentity } from './bot-identity.service.js';
import { BotsAccess } from './bots.access.js';
import { BotsController } from './bots.controller.js';
import { CreateBotService } from './create-bot.service.js';
import { RemoveBotService } from './remove-bot.service.js';
import { UpdateBotService } from './update-bot.service.js';

/** The operations on bots. What all other features ask of bots is in BotRecordsModule. */
@Module({
  imports: [
    AccountsModule,
    BotRecordsModule,
    RealmSetupModule,
    RealmsModule,
    StreamsModule,
    UsersModule,
  ],
  controllers: [BotsController],
  providers: [BotIdentity, BotsAccess, CreateBotService, RemoveBotService, UpdateBotService],
  exports: [BotsAccess],
})
export class BotsModule {}
