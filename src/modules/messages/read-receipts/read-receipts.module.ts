import { Module } from '@nestjs/common';
import { MessagesModule } from '#modules/messages/messages';
import { RealmsModule } from '#modules/realms/realms';
import { UsersModule } from '#modules/users/users';
import { VisibilityModule } from '#modules/users/visibility';
import { ReadReceiptsController } from './read-receipts.controller.js';
import { ReadReceiptsRepository } from './read-receipts.repository.js';
import { ReadReceiptsService } from './read-receipts.service.js';

@Module({
  imports: [MessagesModule, RealmsModule, UsersModule, VisibilityModule],
  controllers: [ReadReceiptsController],
  providers: [ReadReceiptsRepository, ReadReceiptsService],
})
export class ReadReceiptsModule {}
