import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MessageEntity, MessagesModule } from '#modules/messages/messages';
import { UserTopicsModule } from '#modules/streams/user-topics';
import { SubmessageEntity } from './submessage.entity.js';
import { SubmessagesController } from './submessages.controller.js';
import { SubmessagesRepository } from './submessages.repository.js';
import { SubmessagesService } from './submessages.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([MessageEntity, SubmessageEntity]),
    MessagesModule,
    UserTopicsModule,
  ],
  controllers: [SubmessagesController],
  providers: [SubmessagesRepository, SubmessagesService],
  exports: [SubmessagesService],
})
export class SubmessagesModule {}
