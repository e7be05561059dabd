import { Module } from '@nestjs/common';
import { BotRecordsModule } from '#modules/bots/records';
import { IntegrationCatalogueModule } from '#modules/integrations/catalogue';
import { RealmsModule } from '#modules/realms/realms';
import { StreamsModule } from '#modules/streams/streams';
import { PicturesModule } from '#modules/uploads/pictures';
import { AccountsModule } from '#modules/users/accounts';
import { AvatarsModule } from '#modules/users/avatars';
import { UserCreationModule } from '#modules/users/creation';
import { UsersModule } from '#modules/users/users';
import { BotsAccess } from './bots.access.js';
import { BotFilesController } from './bot-files.controller.js';
import { BotFilesService } from './bot-files.service.js';
import { BotsController } from './bots.controller.js';
import { CreateBotService } from './create-bot.service.js';
import { DeactivateBotService } from './deactivate-bot.service.js';
import { UpdateBotService } from './update-bot.service.js';

/** The operations on bots. Their data for other modules is in BotRecordsModule. */
@Module({
  imports: [
    AccountsModule,
    AvatarsModule,
    BotRecordsModule,
    IntegrationCatalogueModule,
    PicturesModule,
    RealmsModule,
    StreamsModule,
    UserCreationModule,
    UsersModule,
  ],
  controllers: [BotFilesController, BotsController],
  providers: [
    BotFilesService,
    BotsAccess,
    CreateBotService,
    DeactivateBotService,
    UpdateBotService,
  ],
  exports: [BotsAccess, CreateBotService],
})
export class BotsModule {}
